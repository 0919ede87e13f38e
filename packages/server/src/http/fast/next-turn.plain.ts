/** Goes on at once. */
export const nextTurn = (): Promise<void> => Promise.resolve()
