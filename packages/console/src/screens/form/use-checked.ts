/** Opens a template in the worker, and has each state of a form checked there. */
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { useEffect, useRef, useState } from 'react'
import type { Checked } from './checker.ts'
import { type CheckingWorker, startWorker } from './worker.ts'
import type { Opened, Task } from './worker-messages.ts'

export interface OpenedForm {
  readonly opened: Opened | undefined
  readonly error: Error | undefined
  readonly worker: CheckingWorker | undefined
}

export function useOpenedForm(opt: string, composition: RmObject | undefined): OpenedForm {
  const [state, setState] = useState<OpenedForm>({ opened: undefined, error: undefined, worker: undefined })
  useEffect(() => {
    const worker = startWorker()
    worker.ask({ kind: 'open', opt, ...(composition ? { composition } : {}) }).then(
      opened => setState({ opened, error: undefined, worker }),
      (error: Error) => setState({ opened: undefined, error, worker: undefined }),
    )
    return () => worker.close()
  }, [opt, composition])
  return state
}

/** A pause in typing. */
const PAUSE_MS = 200

/** The latest check; undefined before the first has come back. Its composition can be committed, so it is there only if it is of this task. */
export function useCheck(worker: CheckingWorker | undefined, task: Task | undefined): Checked | undefined {
  const [last, setLast] = useState<{ readonly task: Task; readonly checked: Checked } | undefined>(undefined)
  const latest = useRef(0)
  useEffect(() => {
    if (!worker || !task) return
    const own = ++latest.current
    const timer = setTimeout(() => {
      void worker.ask(task).then(
        result => {
          if (own === latest.current) setLast({ task, checked: result as Checked })
        },
        (error: Error) => {
          const findings = [{ path: '', code: 'check', message: error.message }]
          if (own === latest.current) setLast({ task, checked: { findings } })
        },
      )
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [worker, task])
  if (last === undefined || last.task === task) return last?.checked
  return { findings: last.checked.findings }
}
