/** Divides integers of any size exactly, rounding towards minus infinity. */
export function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const isRoundedUp = dividend % divisor !== 0n && dividend < 0n !== divisor < 0n;
  return isRoundedUp ? quotient - 1n : quotient;
}

export const ceilDivide = (dividend: bigint, divisor: bigint): bigint => -floorDivide(-dividend, divisor);
