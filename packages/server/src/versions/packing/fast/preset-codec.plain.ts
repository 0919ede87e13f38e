/** Deflate against presets, by the documented functions of zlib. */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Preset } from '../preset.ts'

export interface PresetInflater {
  /** Throws if the bytes are not what was deflated. */
  inflate(packed: Buffer, preset: Preset): string
}

export interface PresetDeflater {
  deflate(text: string, preset: Preset): Buffer
}

export const openInflater = (): PresetInflater => ({
  inflate: (packed, { text: dictionary }) => inflateRawSync(packed, { dictionary }).toString(),
})

export const openDeflater = (level: number): PresetDeflater => ({
  deflate: (text, { text: dictionary }) => deflateRawSync(text, { dictionary, level }),
})
