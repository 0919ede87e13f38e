/** The parts of something that is opened step by step. */
export interface OpenedParts {
  /** Takes note of a part that is open. */
  add<Part extends { close(): unknown }>(part: Part): Part
  /** Closes the last one first, and all of them also if one fails; then throws its error. */
  close(): Promise<void>
}

function openedParts(): OpenedParts {
  const parts: { close(): unknown }[] = []
  return {
    add: part => {
      parts.push(part)
      return part
    },
    close: async () => {
      const errors: unknown[] = []
      for (let part = parts.pop(); part; part = parts.pop())
        try {
          await part.close()
        } catch (error) {
          errors.push(error)
        }
      if (errors.length > 0) throw errors[0]
    },
  }
}

/** If a step fails, the parts of the steps before it are closed: a server of many tenants lives longer than one that cannot be opened. */
export async function openParts<Whole>(open: (opened: OpenedParts) => Promise<Whole>): Promise<Whole> {
  const opened = openedParts()
  try {
    return await open(opened)
  } catch (error) {
    // The first error is the cause.
    await opened.close().catch(() => {})
    throw error
  }
}
