/** An example of a record, the mapping file, and the resource beside each other, with the values connected. */
import { useMemo, useState } from 'react'
import { type ConnectedResource, type Connection, linesIn } from './connections.ts'
import { LinesPane } from './lines-pane.tsx'
import style from './mappings.module.css'
import type { PrintedJson } from './printed-json.ts'
import { useMappingText } from './queries.ts'
import { useTexts } from './texts.ts'

interface Props {
  readonly record: PrintedJson
  readonly resource: ConnectedResource
}

const NONE: ReadonlySet<number> = new Set()

function Connections({
  all,
  chosen,
  choose,
}: {
  readonly all: readonly Connection[]
  readonly chosen: Connection | undefined
  readonly choose: (connection: Connection) => void
}) {
  const t = useTexts()
  return (
    <ul className={style['connections']} aria-label={t('Connected values')}>
      {all.map(each => (
        <li key={each.id}>
          <button
            type="button"
            className={style['connection']}
            aria-pressed={each === chosen}
            onClick={() => choose(each)}
          >
            {each.mapping}
            <span className="mono">{each.fhir}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The line of each connection of the file, from 0. */
const fileLines = (connections: readonly Connection[], file: string | undefined): ReadonlySet<number> =>
  new Set(connections.flatMap(each => (each.file === file ? [each.line - 1] : [])))

export function Beside({ record, resource }: Props) {
  const t = useTexts()
  const { connections, printed, name } = resource
  const [id, setId] = useState<string>()
  const chosen = connections.find(each => each.id === id) ?? connections[0]
  const file = useMappingText(chosen?.file)
  const marks = useMemo(
    () => ({
      record: linesIn(chosen?.openehrLines ?? []),
      resource: linesIn(chosen?.fhirLines ?? []),
      file: chosen ? new Set([chosen.line - 1]) : NONE,
    }),
    [chosen],
  )
  const mapped = useMemo(
    () => ({
      record: linesIn(connections.flatMap(each => each.openehrLines)),
      resource: linesIn(connections.flatMap(each => each.fhirLines)),
      file: fileLines(connections, chosen?.file),
    }),
    [connections, chosen],
  )
  return (
    <div className={style['panes']}>
      <LinesPane
        title={t('Example of a record')}
        lines={record.lines}
        mapped={mapped.record}
        chosen={marks.record}
      />
      <LinesPane
        title={chosen ? t('Mapping file {name}', { name: chosen.file }) : t('Mapping')}
        lines={(file.data?.text ?? '').split('\n')}
        mapped={mapped.file}
        chosen={marks.file}
      >
        <Connections all={connections} chosen={chosen} choose={each => setId(each.id)} />
      </LinesPane>
      <LinesPane
        title={`${t('FHIR resource')}: ${name}`}
        lines={printed.lines}
        mapped={mapped.resource}
        chosen={marks.resource}
      />
    </div>
  )
}
