/**
 * Length of the queue in which the operating system keeps connections that the server has not accepted yet. Node accepts one for each turn of
 * its event loop, so clients with a connection for each request wait there, and nothing else of the server sees them.
 */
import { closeSync, openSync, readSync } from 'node:fs'

/** Linux only: the lists of the sockets of this machine or container, with those that listen at the top. */
const LISTS = ['/proc/net/tcp', '/proc/net/tcp6']

const LISTENING = '0A'

/** More than a hundred sockets that listen. */
const MOST_BYTES = 16 * 1024

/** Columns: number, local address and port, remote ones, state, `tx_queue:rx_queue`; the latter is the queue of a socket that listens. */
const LINE = /^\s*\d+: [0-9A-F]+:([0-9A-F]{4}) \S+ ([0-9A-F]{2}) [0-9A-F]{8}:([0-9A-F]{8})/gm

/** Finds the socket that listens on a port in the text of a list; undefined if there is none. */
export function queueIn(text: string, port: number): number | undefined {
  let length: number | undefined
  for (const [, local = '', state, queue = ''] of text.matchAll(LINE))
    if (state === LISTENING && Number.parseInt(local, 16) === port)
      length = Math.max(length ?? 0, Number.parseInt(queue, 16))
  return length
}

function beginningOf(path: string): string {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(MOST_BYTES)
    let end = 0
    // The kernel gives no more than a page at a time.
    for (let read = 1; read > 0 && end < MOST_BYTES; end += read)
      read = readSync(file, bytes, end, MOST_BYTES - end, null)
    return bytes.toString('latin1', 0, end)
  } finally {
    closeSync(file)
  }
}

/** Connections that wait to be accepted on a port; 0 where the system does not tell. */
export function acceptQueue(port: number): number {
  let length = 0
  for (const path of LISTS)
    try {
      length = Math.max(length, queueIn(beginningOf(path), port) ?? 0)
    } catch {
      // Another system than Linux, or a list that may not be read.
    }
  return length
}
