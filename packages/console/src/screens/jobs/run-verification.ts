/** Runs a verification, and tells its progress. */
import type { CairnClient } from '@cairn-ehr/client'
import { addJob, changeJob } from './jobs.ts'
import { ended } from './run-transfer.ts'
import {
  readVerificationLine,
  type VerificationProgress,
  type VerificationResult,
} from './verification-lines.ts'

/** The sentences of a verification, in the language of the reader. */
export interface VerificationTexts {
  readonly title: string
  readonly incomplete: string
  readonly failed: (error: unknown) => string
  readonly part: (part: VerificationProgress['part']) => string
  readonly verified: (result: VerificationResult) => string
}

async function* linesOf(body: NonNullable<Response['body']>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const whole = `${rest}${read.value}`.split('\n')
    rest = whole.pop() ?? ''
    yield* whole
  }
}

export function startVerification(cairn: CairnClient, texts: VerificationTexts): void {
  const stop = new AbortController()
  const id = addJob({ kind: 'verification', title: texts.title, cancel: () => stop.abort() })
  void ended({ id, signal: stop.signal, failed: texts.failed }, async () => {
    const { body } = await cairn.request('verification_run', {}, { signal: stop.signal })
    let result: VerificationResult | undefined
    if (body)
      for await (const line of linesOf(body)) {
        const read = readVerificationLine(line)
        if (read?.kind === 'progress')
          changeJob(id, { done: read.done, total: read.total, message: texts.part(read.part) })
        if (read?.kind === 'result') result = read
      }
    if (!result) throw new Error(texts.incomplete)
    changeJob(id, { faults: result.faults })
    return texts.verified(result)
  })
}
