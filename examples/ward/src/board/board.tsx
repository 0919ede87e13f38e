/** The board of a ward: high blood pressures of all patients, as they are committed. */
import type { CairnClient } from '@cairn-ehr/client'
import { useState } from 'react'
import { useLive } from './use-live.ts'

interface High {
  readonly uid: string
  readonly patient: string
  readonly time: string
  readonly systolic: number
}

const SYSTOLIC = 'o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude'

const HIGH = `SELECT c/uid/value AS uid, e/ehr_status/subject/external_ref/id/value AS patient,
    c/context/start_time/value AS time, ${SYSTOLIC} AS systolic
  FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]
  WHERE ${SYSTOLIC} >= $limit ORDER BY c/context/start_time/value DESC LIMIT 20`

const timeOf = (time: string): string =>
  new Date(time).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

function Table({ rows }: { readonly rows: readonly High[] }) {
  return (
    <div className="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">Patient</th>
            <th scope="col">Time</th>
            <th scope="col">Systolic</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ uid, patient, time, systolic }) => (
            <tr key={uid}>
              <td>{patient}</td>
              <td>{timeOf(time)}</td>
              <td>{systolic}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function Board({ cairn }: { readonly cairn: CairnClient }) {
  const [limit, setLimit] = useState(160)
  const { rows, error } = useLive<High>(cairn, HIGH, { limit })
  const message =
    error instanceof Error ? error.message : rows?.length === 0 && 'No blood pressure is as high.'
  return (
    <>
      <header>
        <h1>Ward board</h1>
      </header>
      <section>
        <h2>High blood pressures, the newest first</h2>
        <label>
          Systolic from, mmHg
          <input
            type="number"
            min={100}
            max={300}
            step={10}
            value={limit}
            onChange={({ target }) => setLimit(target.valueAsNumber || 0)}
          />
        </label>
        <p className={error ? 'note bad' : 'note'} role="status">
          {message}
        </p>
        <Table rows={rows ?? []} />
      </section>
    </>
  )
}
