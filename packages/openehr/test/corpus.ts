/** The door to the public test data, which stands in `shared/corpus` beside the checkout and never inside it. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder =
  process.env['CAIRN_CORPUS'] ?? fileURLToPath(new URL('../../../../shared/corpus', import.meta.url))

/** Why corpus tests cannot run, for `test(name, { skip: corpusMissing }, …)`; `false` where they can. */
export const corpusMissing: string | false = existsSync(`${folder}/index.json`)
  ? false
  : 'the corpus is not here: set CAIRN_CORPUS to its folder'

/** Absolute path of a file of the corpus. */
export const corpusPath = (relative: string): string => `${folder}/${relative}`

/** A file of the corpus as it is, byte for byte. */
export const corpusBytes = (relative: string): Uint8Array => readFileSync(corpusPath(relative))

/** A file of the corpus as UTF-8 text. */
export const corpusFile = (relative: string): string => readFileSync(corpusPath(relative), 'utf8')

export interface CorpusOpt {
  readonly file: string
  /** Empty in the OPTs that are broken on purpose. */
  readonly template_id: string
  readonly concept: string
  readonly lang: string
  readonly root: string
  readonly size: number
}

export interface CorpusInstance {
  readonly file: string
  readonly format:
    | 'canonical-json'
    | 'canonical-xml'
    | 'flat'
    | 'structured'
    | 'webtemplate'
    | 'contribution-json'
  /** Several for a contribution; absent on FLAT and STRUCTURED, which do not carry it. */
  readonly template_id?: string | readonly string[] | null
  /** The OPT files it belongs to; empty where the corpus has none. */
  readonly opt: readonly string[]
  readonly size: number
}

export interface CorpusIndex {
  readonly opts: readonly CorpusOpt[]
  readonly instances: readonly CorpusInstance[]
}

/** Every OPT and every instance, paired. */
export const corpusIndex = (): CorpusIndex => JSON.parse(corpusFile('index.json')) as CorpusIndex
