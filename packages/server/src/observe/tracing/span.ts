/** Finished spans, and their form in OTLP over HTTP with JSON. */

type AttributeValue = string | number | boolean

export type Attributes = Readonly<Record<string, AttributeValue | undefined>>

export interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string | undefined
  readonly name: string
  readonly kind: 'server' | 'client' | 'internal'
  /** Milliseconds since 1970, with a fraction. */
  readonly startedAt: number
  readonly endedAt: number
  readonly attributes: Attributes
  readonly isError: boolean
}

const KINDS = { internal: 1, server: 2, client: 3 } as const
const STATUS_ERROR = 2

const printValue = (value: AttributeValue) =>
  typeof value === 'string'
    ? { stringValue: value }
    : typeof value === 'boolean'
      ? { boolValue: value }
      : Number.isInteger(value)
        ? { intValue: String(value) }
        : { doubleValue: value }

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: printValue(value) }],
  )

/** Nanoseconds as text, since they do not fit into a number. */
const nanoseconds = (milliseconds: number): string => String(BigInt(Math.round(milliseconds * 1000)) * 1000n)

const printSpan = ({ traceId, spanId, parentId, name, kind, startedAt, endedAt, ...rest }: Span) => ({
  traceId,
  spanId,
  ...(parentId === undefined ? {} : { parentSpanId: parentId }),
  name,
  kind: KINDS[kind],
  startTimeUnixNano: nanoseconds(startedAt),
  endTimeUnixNano: nanoseconds(endedAt),
  attributes: attributesOf(rest.attributes),
  status: rest.isError ? { code: STATUS_ERROR } : {},
})

/** The body of a request to `/v1/traces`. */
export const printSpans = (spans: readonly Span[], resource: Attributes): string =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [{ scope: { name: 'cairn' }, spans: spans.map(printSpan) }],
      },
    ],
  })
