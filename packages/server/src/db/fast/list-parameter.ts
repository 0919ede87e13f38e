/** Lists of values in the binary format of PostgreSQL (`array_recv`): the driver would print each value and escape its quotes. */
import { listParameter as asText } from './list-parameter.plain.ts'

/** The binary form of one type of the database. */
interface BinaryKind {
  /** Of the type of the elements, in `pg_type`. */
  readonly oid: number
  /** Returns the bytes that a value takes; undefined for one that has no binary form here. */
  size(value: unknown): number | undefined
  write(bytes: Buffer, at: number, value: never): void
}

const INTEGER_TYPES = { smallint: [21, 2], integer: [23, 4] } as const

function integerKind(type: keyof typeof INTEGER_TYPES): BinaryKind {
  const [oid, size] = INTEGER_TYPES[type]
  const limit = 2 ** (8 * size - 1)
  return {
    oid,
    size: value =>
      Number.isInteger(value) && Number(value) >= -limit && Number(value) < limit ? size : undefined,
    write: (bytes, at, value: number) => void bytes.writeIntBE(value, at, size),
  }
}

/** Two halves, since a `bigint` of JavaScript would have to be made for each. */
function writeInt64(bytes: Buffer, at: number, value: number): void {
  bytes.writeInt32BE(Math.floor(value / 2 ** 32), at)
  bytes.writeUInt32BE(value >>> 0, at + 4)
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** 2000-01-01, where times of the database begin, which it counts in microseconds. */
const EPOCH_MS = 946_684_800_000

const microseconds = (time: Date): number => (time.getTime() - EPOCH_MS) * 1000

const textSize = (value: unknown): number | undefined =>
  typeof value === 'string' ? Buffer.byteLength(value) : undefined

const KINDS: Readonly<Record<string, BinaryKind>> = {
  boolean: {
    oid: 16,
    size: value => (typeof value === 'boolean' ? 1 : undefined),
    write: (bytes, at, value: boolean) => void bytes.writeUInt8(value ? 1 : 0, at),
  },
  bytea: {
    oid: 17,
    size: value => (Buffer.isBuffer(value) ? value.length : undefined),
    write: (bytes, at, value: Buffer) => void value.copy(bytes, at),
  },
  bigint: {
    oid: 20,
    size: value => (Number.isSafeInteger(value) ? 8 : undefined),
    write: writeInt64,
  },
  smallint: integerKind('smallint'),
  integer: integerKind('integer'),
  text: {
    oid: 25,
    size: textSize,
    write: (bytes, at, value: string) => void bytes.write(value, at),
  },
  timestamptz: {
    oid: 1184,
    size: value => (value instanceof Date && Number.isSafeInteger(microseconds(value)) ? 8 : undefined),
    write: (bytes, at, value: Date) => writeInt64(bytes, at, microseconds(value)),
  },
  uuid: {
    oid: 2950,
    size: value => (typeof value === 'string' && UUID.test(value) ? 16 : undefined),
    write: (bytes, at, value: string) => void bytes.write(value.replaceAll('-', ''), at, 'hex'),
  },
  jsonb: {
    oid: 3802,
    size: value => {
      const size = textSize(value)
      return size === undefined ? undefined : 1 + size
    },
    write: (bytes, at, value: string) => {
      // The version of the format, which is that of the text.
      bytes.writeUInt8(1, at)
      bytes.write(value, at + 1)
    },
  },
}

/** Bytes before the elements, and the length of an element before each. */
const [HEAD_BYTES, LENGTH_BYTES] = [20, 4]

/** Stands for the size of a null. */
const NULL = -1

/** Undefined if the type, or one of the values, has no binary form here. */
function binaryList(type: string, values: readonly unknown[]): Buffer | undefined {
  const kind = KINDS[type]
  if (kind === undefined) return undefined
  const sizes: number[] = []
  let length = HEAD_BYTES
  let hasNull = 0
  for (const value of values) {
    const isNull = value === null || value === undefined
    const size = isNull ? NULL : kind.size(value)
    if (size === undefined) return undefined
    if (isNull) hasNull = 1
    sizes.push(size)
    length += LENGTH_BYTES + Math.max(size, 0)
  }
  const bytes = Buffer.allocUnsafe(length)
  // One dimension, whose places begin with 1.
  let at = bytes.writeInt32BE(1, 0)
  at = bytes.writeInt32BE(hasNull, at)
  at = bytes.writeInt32BE(kind.oid, at)
  at = bytes.writeInt32BE(values.length, at)
  at = bytes.writeInt32BE(1, at)
  for (let index = 0; index < values.length; index++) {
    const size = sizes[index] ?? NULL
    at = bytes.writeInt32BE(size, at)
    if (size === NULL) continue
    kind.write(bytes, at, values[index] as never)
    at += size
  }
  return bytes
}

export const listParameter = (type: string, values: readonly unknown[]): unknown =>
  binaryList(type, values) ?? asText(type, values)
