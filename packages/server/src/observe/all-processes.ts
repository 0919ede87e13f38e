/** Figures of all server processes of this machine together: a page that shows those of one process would mislead. */

export interface AllProcesses {
  /** Names what this process gives when figures are collected. */
  provide(name: string, give: () => unknown): void
  /** One value for each process that answers in time, this one included. */
  collect(name: string): Promise<readonly unknown[]>
}

/** A server of one process collects from itself alone. */
export function oneProcess(): AllProcesses {
  const given = new Map<string, () => unknown>()
  return {
    provide: (name, give) => void given.set(name, give),
    collect: async name => [await given.get(name)?.()],
  }
}
