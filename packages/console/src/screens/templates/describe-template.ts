/** Compiles a template in the worker: the schema of its records, and its effect on stored ones. */
import type { CairnClient } from '@cairn-ehr/client'
import type { RmObject } from '../../display/rm-object.ts'
import type { Language } from '../../language/translate.ts'
import { type CheckingWorker, startWorker } from '../form/worker.ts'
import { templateDifference } from './template-difference.ts'
import { templateTree } from './template-tree.ts'

/** The latest ones tell the most. */
const MOST_CHECKED = 200

const STORED = `SELECT c AS record FROM EHR e CONTAINS COMPOSITION c
WHERE c/archetype_details/template_id/value = $template`

/** A worker that has the template open, for as long as `use` takes. */
async function withTemplate<T>(opt: string, use: (worker: CheckingWorker) => Promise<T>): Promise<T> {
  const worker = startWorker()
  try {
    await worker.ask({ kind: 'open', opt })
    return await use(worker)
  } finally {
    worker.close()
  }
}

export const recordSchema = (opt: string): Promise<string> =>
  withTemplate(opt, async worker => JSON.stringify((await worker.ask({ kind: 'describe' })).schema, null, 2))

interface Replacement {
  readonly cairn: CairnClient
  readonly templateId: string
  /** The web template of the version in force. */
  readonly current: RmObject
  readonly opt: string
  readonly language: Language
  readonly signal: AbortSignal
}

export const previewReplacement = ({ cairn, templateId, current, opt, language, signal }: Replacement) =>
  withTemplate(opt, async worker => {
    const { web } = await worker.ask({ kind: 'describe' })
    const [before, after] = [current, web].map(each => templateTree(each, language))
    const { rows } = await cairn.query.adhocPost(
      { body: { q: STORED, offset: 0, fetch: MOST_CHECKED, query_parameters: { template: templateId } } },
      { signal },
    )
    const compositions = rows.map(([record]) => record as RmObject)
    const { broken } = await worker.ask({ kind: 'checkAll', compositions })
    const changes = before && after ? templateDifference(before, after) : []
    return { changes, checked: compositions.length, broken }
  })
