/** The reason why a query is not answered by SQL alone: thrown while it is planned, and told by `explain`. */
export class NotPushed extends Error {}

export function notPushed(reason: string): never {
  throw new NotPushed(reason)
}
