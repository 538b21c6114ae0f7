import { AppError, ARRIVALS_OPEN_MAX_COUNT } from "@shoal/contract";

export const arrivalNotFound = () => new AppError("arrival_not_found", "No such archive");

export const arrivalsTooMany = () =>
  new AppError(
    "arrivals_too_many",
    `A client can import at most ${ARRIVALS_OPEN_MAX_COUNT} archive at a time`,
  );
