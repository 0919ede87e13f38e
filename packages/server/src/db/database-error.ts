/** The error of a failed statement without its data: PostgreSQL quotes values in its messages. */

/** Classes of SQLSTATE whose messages speak of connections, rights, limits and names, never of a row's values. */
const HARMLESS = new Set(['08', '0A', '25', '28', '3D', '3F', '40', '42', '53', '55', '57', '58'])

export class DatabaseError extends Error {
  /** SQLSTATE, such as `23505`; `08006` when there was no answer at all. */
  readonly code: string
  readonly statement: string
  readonly constraint: string | undefined

  constructor(code: string, statement: string, constraint?: string, detail?: string) {
    const on = constraint ? `, constraint ${constraint}` : ''
    super(`Statement ${statement} failed: SQLSTATE ${code}${on}${detail ? `: ${detail}` : ''}`)
    this.name = 'DatabaseError'
    this.code = code
    this.statement = statement
    this.constraint = constraint
  }

  /** The database is away, starting, stopping, or short of connections or memory: the same call may work later. */
  get isUnavailable(): boolean {
    return /^08|^53[0234]00$|^57P0[1-5]$/.test(this.code)
  }

  /** The database takes no writes, as a standby that is not promoted yet; nothing was changed. */
  get isReadOnly(): boolean {
    return this.code === '25006'
  }

  /** The database, or a node of it, is being stopped. */
  get isStopping(): boolean {
    return /^57P0[1-3]$/.test(this.code)
  }

  /** The address of the node of a cluster that is away, if this error names one. */
  get missingNode(): string | undefined {
    return /^08/.test(this.code) ? /remote node (?:\S+@)?([\w.-]+:\d+)/.exec(this.message)?.[1] : undefined
  }

  /** A serialization failure or a deadlock: the transaction may succeed when it is repeated. */
  get isConflict(): boolean {
    return this.code === '40001' || this.code === '40P01'
  }

  /** Another transaction held a lock for longer than `lock_timeout`; nothing was changed. */
  get isLocked(): boolean {
    return this.code === '55P03'
  }

  /** The disk of the database, or a quota, is full; nothing was changed. */
  get isDiskFull(): boolean {
    return this.code === '53100'
  }

  /** The values were refused, or conflict with stored ones; nothing was changed, and other values may be accepted. */
  get isAboutValues(): boolean {
    return /^(?:22|23|40)/.test(this.code) || this.isLocked
  }

  /** A form of statement that the database has not, as the nodes of a cluster have not all, or not with so many columns. */
  get isUnsupported(): boolean {
    return this.code === '0A000' || this.code === '54011'
  }

  /** Ended by a time limit of the database for a statement or a transaction, or by a cancel request. */
  get isTimeout(): boolean {
    return this.code === '57014' || this.code === '25P03' || this.code === '25P04'
  }
}

/** True if there was no answer: the connection is unusable, and the statement may have been executed or not. */
export const lostConnection = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code.startsWith('08')

/** Keeps only what is safe to log; the driver's error is dropped, since its fields have values. */
export function withoutData(error: unknown, statement: string): DatabaseError {
  if (error instanceof DatabaseError) return error
  const { code, message, name, severity } = error as DriverError
  // Only the server's own errors have a severity.
  if (severity !== undefined && code !== undefined) {
    return new DatabaseError(
      code,
      statement,
      constraintIn(error as DriverError),
      HARMLESS.has(code.slice(0, 2)) ? message : undefined,
    )
  }
  // Node's (ECONNREFUSED) and the pool's, which speak of the connection in words.
  if (code !== undefined || /connect|closed|timeout|the pool/i.test(message)) {
    return new DatabaseError('08006', statement, undefined, code ?? message)
  }
  // A column that could not be read or a name given to two statements: a fault of ours, and a parser quotes its input.
  const known = message.startsWith('Prepared statements must be unique') ? message : name
  return new DatabaseError('XX000', statement, undefined, `the driver refused: ${known}`)
}

/** A node of a cluster names the constraint of a shard, and in its message only: `version_pkey_102131` is `version_pkey`. */
function constraintIn({ code = '', constraint, message }: DriverError): string | undefined {
  const isViolated = code.startsWith('23')
  const name = constraint ?? (isViolated ? /constraint "([^"]+)"/.exec(message)?.[1] : undefined)
  return name?.replace(/_\d{6,}$/, '')
}

interface DriverError {
  readonly name: string
  readonly message: string
  readonly code?: string
  readonly severity?: string
  readonly constraint?: string
}
