/** The first questions of an operator: size of the database, lag of its standbys, the archive that backups need, background jobs. */
import type { SystemReport } from '@cairn-ehr/client'
import { Badge, Table, Text } from '@mantine/core'
import { formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { Wait } from '../../parts/states.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { sizeText } from '../system/figures.ts'
import { useSystemReport } from '../system/queries.ts'
import style from './overview.module.css'
import { useTexts } from './texts.ts'

type Replication = NonNullable<SystemReport['replication']>

function useLagWords({ standbys, retained_bytes }: Replication): readonly string[] {
  const t = useTexts()
  if (standbys.length === 0) return [t('No standby follows.')]
  const lags = standbys.map(({ name, seconds, bytes }) =>
    bytes === null
      ? t('{name}: connected, lag unknown', { name })
      : t('{name}: {seconds} s, {size} behind', {
          name,
          seconds: (seconds ?? 0).toFixed(1),
          size: sizeText(bytes),
        }),
  )
  return [...lags, t('Kept for the slowest: {size}', { size: sizeText(retained_bytes) })]
}

function useArchiveWords({ archive }: Replication): string {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  if (!archive.is_on) return t('Off: backups to a point in time are not possible.')
  if (archive.archived_at === undefined) return t('On, nothing archived yet.')
  return t('Last segment {time}', { time: formatIso(archive.archived_at, timeStyle) })
}

function useBackupWords({ archive: { is_on, base_backup_at } }: Replication): string {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  if (base_backup_at !== undefined) return formatIso(base_backup_at, timeStyle)
  return is_on ? t('None since the archive is on.') : t('Not known without an archive.')
}

function ReplicationRows({ replication }: { readonly replication: Replication }) {
  const t = useTexts()
  const lags = useLagWords(replication)
  const archive = useArchiveWords(replication)
  const backup = useBackupWords(replication)
  const { failures, failed_at, archived_at } = replication.archive
  // A failure that a success followed is over.
  const isFailing = failed_at !== undefined && (archived_at === undefined || failed_at > archived_at)
  return (
    <>
      <Table.Tr>
        <Table.Th scope="row">{t('Lag of standbys')}</Table.Th>
        <Table.Td>
          {lags.map(line => (
            <div key={line}>{line}</div>
          ))}
        </Table.Td>
      </Table.Tr>
      <Table.Tr>
        <Table.Th scope="row">{t('Archive for backups')}</Table.Th>
        <Table.Td>
          {archive}{' '}
          {isFailing ? (
            <Badge color="red" variant="light">
              {t('failing: {count}', { count: failures })}
            </Badge>
          ) : null}
        </Table.Td>
      </Table.Tr>
      <Table.Tr>
        <Table.Th scope="row">{t('Last base backup')}</Table.Th>
        <Table.Td>{backup}</Table.Td>
      </Table.Tr>
    </>
  )
}

function Jobs({ jobs }: Pick<SystemReport, 'jobs'>) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  return (
    <WideTable
      label={t('Background jobs')}
      headings={[t('Background job'), t('Runs'), t('Failed'), t('Last success')]}
      minWidth={420}
    >
      {jobs.map(({ name, done, failed, succeeded_at }) => (
        <Table.Tr key={name}>
          <Table.Td className="mono">{name}</Table.Td>
          <Table.Td>{done.toLocaleString()}</Table.Td>
          <Table.Td>{failed === 0 ? '0' : <Badge color="amber">{failed}</Badge>}</Table.Td>
          <Table.Td>{succeeded_at === undefined ? '–' : formatIso(succeeded_at, timeStyle)}</Table.Td>
        </Table.Tr>
      ))}
    </WideTable>
  )
}

export function ServerPanel() {
  const t = useTexts()
  return (
    <section className={style['panel']} aria-label={t('Server and database')}>
      <h2>{t('Server and database')}</h2>
      <Wait query={useSystemReport(true)} rows={4}>
        {({ database, replication, jobs }) => (
          <div className={style['loads']}>
            <Table withRowBorders>
              <Table.Tbody>
                <Table.Tr>
                  <Table.Th scope="row">{t('Database size')}</Table.Th>
                  <Table.Td>{sizeText(database.bytes)}</Table.Td>
                </Table.Tr>
                {replication ? (
                  <ReplicationRows replication={replication} />
                ) : (
                  <Table.Tr>
                    <Table.Th scope="row">{t('Lag of standbys')}</Table.Th>
                    <Table.Td>
                      <Text c="dimmed">{t('The database does not say.')}</Text>
                    </Table.Td>
                  </Table.Tr>
                )}
              </Table.Tbody>
            </Table>
            <Jobs jobs={jobs} />
          </div>
        )}
      </Wait>
    </section>
  )
}
