/**
 * Deflate against presets, with streams of zlib that are kept and reset for each document: to make one with its dictionary takes
 * longer than to read a document (decisions 0069 and 0097).
 *
 * Node documents `reset`, but its synchronous functions close the stream they have used. So this module, and no other, calls the part
 * below them. It does so only on engines that it was tested on, and only after a trial: on all others the documented functions do the work.
 */
import { constants, createDeflateRaw, createInflateRaw, type DeflateRaw, type InflateRaw } from 'node:zlib'
import { weightedCache } from '../../../collections/index.ts'
import { type Preset, presetWith } from '../preset.ts'
import * as plain from './preset-codec.plain.ts'

/** The parts of a stream below its documented functions. */
interface StreamParts {
  readonly _handle: {
    onerror: (message: string, errno: number, code: string) => void
    writeSync(
      flush: number,
      input: Buffer,
      inputAt: number,
      inputBytes: number,
      output: Buffer,
      outputAt: number,
      outputBytes: number,
    ): void
  }
  /** Bytes of the output that are free, and of the input that are not read, after a write. */
  readonly _writeState: Uint32Array
}

type ZlibStream = DeflateRaw | InflateRaw

interface KeptStream {
  /** Returns the number of bytes written; undefined if the output has too little room. Throws if the input cannot be read. */
  run(input: Buffer, inputBytes: number, output: Buffer): number | undefined
  close(): void
}

const hasParts = (stream: object): stream is StreamParts => {
  const { _handle: handle, _writeState: state } = stream as Partial<StreamParts>
  return (
    typeof handle === 'object' &&
    typeof handle?.writeSync === 'function' &&
    typeof handle.onerror === 'function' &&
    state instanceof Uint32Array &&
    state.length === 2
  )
}

/** Undefined if the engine has other parts. */
function keepStream(stream: ZlibStream): KeptStream | undefined {
  if (!hasParts(stream)) return undefined
  const { _handle: handle, _writeState: state } = stream
  let failure: string | undefined
  handle.onerror = message => {
    failure = message
  }
  return {
    run: (input, inputBytes, output) => {
      failure = undefined
      stream.reset()
      handle.writeSync(constants.Z_FINISH, input, 0, inputBytes, output, 0, output.length)
      if (failure !== undefined) throw new Error(failure)
      const free = state[0] ?? 0
      return free === 0 ? undefined : output.length - free
    },
    close: () => stream.close(),
  }
}

/** Bytes of the streams of one kind that are kept, with what zlib says that they take. */
const MOST_BYTES = 16 * 1024 * 1024
const INFLATE_BYTES = 48 * 1024
const DEFLATE_BYTES = 272 * 1024

/** Runs the stream of a preset; undefined where the documented function must do it. */
type RunStream = (preset: Preset, ...work: Parameters<KeptStream['run']>) => number | undefined

/** Streams are found by the object of their preset: nothing is ever read with the text of another one. */
function keepStreams(make: (dictionary: Buffer) => ZlibStream, bytes: number): RunStream {
  const kept = weightedCache<Preset, KeptStream>({
    most: MOST_BYTES,
    weigh: (_stream, { text }) => bytes + text.length,
    dropped: stream => stream.close(),
  })
  const add = (preset: Preset): KeptStream | undefined => {
    const stream = keepStream(make(preset.text))
    if (stream) kept.set(preset, stream)
    return stream
  }
  return (preset, input, inputBytes, output) => {
    const stream = kept.get(preset) ?? add(preset)
    try {
      return stream?.run(input, inputBytes, output)
    } catch (error) {
      kept.delete(preset)
      throw error
    }
  }
}

/** A longer text is inflated by the documented function, which grows its output. */
const ROOM = 128 * 1024

/** Bytes of UTF-8 that a UTF-16 code unit takes at most. */
const MOST_OF_UNIT = 3

const documented = plain.openInflater()

function keptInflater(): plain.PresetInflater {
  const run = keepStreams(dictionary => createInflateRaw({ dictionary }), INFLATE_BYTES)
  const output = Buffer.allocUnsafeSlow(ROOM)
  return {
    inflate: (packed, preset) => {
      const length = run(preset, packed, packed.length, output)
      return length === undefined ? documented.inflate(packed, preset) : output.toString('utf8', 0, length)
    },
  }
}

function keptDeflater(level: number): plain.PresetDeflater {
  const run = keepStreams(dictionary => createDeflateRaw({ dictionary, level }), DEFLATE_BYTES)
  const input = Buffer.allocUnsafeSlow(MOST_OF_UNIT * ROOM)
  const output = Buffer.allocUnsafeSlow(ROOM)
  return {
    deflate: (text, preset) => {
      const length = text.length > ROOM ? undefined : run(preset, input, input.write(text), output)
      return length === undefined
        ? plain.openDeflater(level).deflate(text, preset)
        : Buffer.from(output.subarray(0, length))
    },
  }
}

/** Wrong arguments to the part below the documented functions would end the process: it is not tried on an engine that no test has run on. */
const [OLDEST_ENGINE, NEWEST_ENGINE] = [20, 26]

const isTestedEngine = (): boolean => {
  const major = Number.parseInt(process.versions.node, 10)
  return major >= OLDEST_ENGINE && major <= NEWEST_ENGINE
}

/** Packs and reads a text twice, since it is the second one that needs the reset. */
function isTrialPassed(): boolean {
  const preset = presetWith('a text that both sides know')
  const text = 'a text that both sides know, and more'
  const [inflater, deflater] = [keptInflater(), keptDeflater(1)]
  try {
    return [1, 2].every(() => {
      const packed = deflater.deflate(text, preset)
      return documented.inflate(packed, preset) === text && inflater.inflate(packed, preset) === text
    })
  } catch {
    return false
  }
}

const mayKeep = isTestedEngine() && isTrialPassed()

export const openInflater = (): plain.PresetInflater => (mayKeep ? keptInflater() : documented)

export const openDeflater = (level: number): plain.PresetDeflater =>
  mayKeep ? keptDeflater(level) : plain.openDeflater(level)
