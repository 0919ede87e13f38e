/** A list of values of one type as a parameter, which the driver prints as text. */
export const listParameter = (_type: string, values: readonly unknown[]): unknown => values
