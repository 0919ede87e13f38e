/** Log lines for people at a terminal: time, level and message first, then the facts. */

const LEVELS: Readonly<Record<number, { readonly name: string; readonly colour: number }>> = {
  20: { name: 'debug', colour: 90 },
  30: { name: 'info', colour: 32 },
  40: { name: 'warn', colour: 33 },
  50: { name: 'error', colour: 31 },
  60: { name: 'fatal', colour: 35 },
}

type Facts = Readonly<Record<string, unknown>>

const paint = (colour: number, text: string): string => `\x1b[${colour}m${text}\x1b[0m`
const leaveBare = (_colour: number, text: string): string => text

/** A value that is a plain word stays as it is; any other is quoted as in JSON. */
function printFact(name: string, value: unknown): string {
  const isWord = typeof value === 'string' && /^[^\s"=]+$/.test(value)
  return `${name}=${isWord ? value : JSON.stringify(value)}`
}

/** The lines of an error below its message. */
function printError({ type, message, stack }: Facts): string {
  return `\n    ${type}: ${message}${stack ? `\n${String(stack)}` : ''}`
}

/** A request is read as a sentence: method, route, status, time. */
function printRequest({ method, route, status, milliseconds, clientId, requestId }: Facts): string {
  const client = clientId === '' ? '' : ` ${printFact('client', clientId)}`
  return `${method} ${route || '(no such route)'} ${status} ${milliseconds} ms${client} ${printFact('request', requestId)}`
}

function printFacts(facts: Facts): string {
  const { error, ...others } = facts
  const printed = Object.entries(others).map(([name, value]) => printFact(name, value))
  const below = typeof error === 'object' && error !== null ? printError(error as Facts) : ''
  return `${printed.join(' ')}${below}`
}

/** Turns a line of JSON, as the log writes it, into one for people. */
export function readableLine(line: string, isColoured: boolean): string {
  const put = isColoured ? paint : leaveBare
  const { level, time, msg, ...facts } = JSON.parse(line) as Facts
  const { name, colour } = LEVELS[Number(level)] ?? { name: String(level), colour: 0 }
  const clock = new Date(String(time)).toTimeString().slice(0, 8)
  const isRequest = msg === 'served'
  const text = isRequest ? printRequest(facts) : [msg, printFacts(facts)].filter(Boolean).join('  ')
  return `${put(90, clock)} ${put(colour, name.padEnd(5))} ${text}\n`
}
