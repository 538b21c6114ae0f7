import { AppError, MAX_OPEN_ARRIVALS } from "@shoal/contract";

export const arrivalNotFound = () => new AppError("arrival_not_found", "No such archive");

export const arrivalsTooMany = () =>
  new AppError("arrivals_too_many", `A client can import at most ${MAX_OPEN_ARRIVALS} archive at a time`);
