/** Compresses the documents of a commit against the presets of their templates, and makes the presets. */
import { promisify } from 'node:util'
import { deflateRaw } from 'node:zlib'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { presetOf, type Template, wordsIn, wordsOf } from '@cairn-ehr/openehr/template'
import { weightedCache } from '../../collections/index.ts'
import type { LimitedDatabase } from '../../db/index.ts'
import type { StoredVersion } from '../model.ts'
import { openDeflater } from './fast/preset-codec.ts'
import { type Preset, presetWith } from './preset.ts'
import { findNewest, insertPreset, type PresetSubject } from './preset-store.ts'

/** A document as the database holds it: as text, or as bytes with the preset that they need; neither for a deletion. */
export interface PackedDocument {
  readonly data: string | null
  readonly packed: Buffer | null
  readonly presetId: number | null
}

export interface Packer {
  pack(version: StoredVersion): Promise<PackedDocument>
}

export interface PackerNeeds {
  readonly db: LimitedDatabase
  readonly templateOf: (key: number) => Promise<Template | undefined>
  /** Documents without a template that the server itself makes: their names are no patient's data. */
  readonly serverDocuments: readonly RmObject[]
  /** A part of the uid of every new version. */
  readonly systemId: string
}

/** Of one template a document that is packed badly makes a better preset, but so many at most. */
const MOST_PRESETS = 4
/** A packed document of more than this share of its text is packed badly. */
const BAD_SHARE = 0.2
/** The share that a new preset must save to be kept. */
const WORTH = 0.3

/** Shorter documents stay as they are: they would not get shorter by as much as their preset's id takes. */
const SHORT = 100

/** Bytes of all presets that are kept at hand. */
const MOST_BYTES = 32 * 1024 * 1024

/** Characters from which a document is compressed beside the event loop. */
const LARGE = 64 * 1024

/**
 * Level 3 takes two thirds of the time of level 6, the default, and gives 343 bytes instead of 319 for a composition of 10 KB:
 * next to a preset, most of a document is found at once. A longer window or more memory changes neither.
 */
const LEVEL = 3

const deflateBeside = promisify(deflateRaw)

const deflater = openDeflater(LEVEL)

const deflate = (text: string, preset: Preset): Buffer | Promise<Buffer> =>
  text.length > LARGE ? deflateBeside(text, { dictionary: preset.text }) : deflater.deflate(text, preset)

/** The preset that the next documents of a subject are packed against. */
interface CurrentPreset {
  readonly preset: Preset
  /** Presets that were made or tried so far. */
  readonly count: number
}

const asText = (data: string | null): PackedDocument => ({ data, packed: null, presetId: null })

/** The presets of all subjects, made when they are first asked for. */
function openPresets({ db, templateOf, serverDocuments, systemId }: PackerNeeds) {
  const current = weightedCache<string, CurrentPreset>({
    most: MOST_BYTES,
    weigh: ({ preset }) => preset.text.length,
  })
  const loading = new Map<string, Promise<CurrentPreset>>()
  const fixed = [`::${systemId}::1`]
  const serverWords = wordsIn(serverDocuments)
  const keyOf = ({ kind, templateKey }: PresetSubject): string => `${kind} ${templateKey}`

  const make = async ({ templateKey }: PresetSubject, text: string, earlier?: Preset): Promise<Preset> => {
    const template = templateKey === null ? undefined : await templateOf(templateKey)
    const words = template ? wordsOf(template) : serverWords
    return presetWith(
      presetOf(words, JSON.parse(text) as RmObject, { fixed, earlier: earlier?.text.toString() }),
    )
  }
  const load = async (subject: PresetSubject, text: string): Promise<CurrentPreset> => {
    const found = await findNewest(db, subject)
    if (found) return found
    const preset = await make(subject, text)
    await insertPreset(db, subject, preset)
    return { preset, count: 1 }
  }
  return {
    make,
    /** The preset of a subject; concurrent first documents share one, which the text of one of them shapes. */
    of: async (subject: PresetSubject, text: string): Promise<CurrentPreset> => {
      const key = keyOf(subject)
      const known = current.get(key)
      if (known) return known
      const shared = loading.get(key) ?? load(subject, text).finally(() => loading.delete(key))
      loading.set(key, shared)
      const loaded = await shared
      current.set(key, loaded)
      return loaded
    },
    /** Keeps a preset for the next documents; one that is new is stored first. */
    keep: async (subject: PresetSubject, preset: CurrentPreset, isNew: boolean): Promise<void> => {
      if (isNew) await insertPreset(db, subject, preset.preset)
      current.set(keyOf(subject), preset)
    },
  }
}

export function openPacker(needs: PackerNeeds): Packer {
  const presets = openPresets(needs)

  /** Packs again with a preset that knows the shape of this document too; undefined if that is no better. */
  const improve = async (
    subject: PresetSubject,
    text: string,
    { preset: earlier, count }: CurrentPreset,
    packed: Buffer,
  ): Promise<PackedDocument | undefined> => {
    const preset = await presets.make(subject, text, earlier)
    const better = await deflate(text, preset)
    const isWorth = better.length < packed.length * (1 - WORTH)
    await presets.keep(subject, { preset: isWorth ? preset : earlier, count: count + 1 }, isWorth)
    return isWorth ? { data: null, packed: better, presetId: preset.id } : undefined
  }

  return {
    pack: async ({ kind, templateKey, data: text }) => {
      if (text === null || text.length < SHORT) return asText(text)
      const subject = { kind, templateKey }
      const known = await presets.of(subject, text)
      const packed = await deflate(text, known.preset)
      const isBad = packed.length > text.length * BAD_SHARE && known.count < MOST_PRESETS
      const better = isBad ? await improve(subject, text, known, packed) : undefined
      if (better) return better
      return packed.length < text.length ? { data: null, packed, presetId: known.preset.id } : asText(text)
    },
  }
}
