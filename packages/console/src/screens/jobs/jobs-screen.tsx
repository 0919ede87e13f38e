/** Exports, imports and verifications with their progress. */
import { Badge, Button, FileButton, Group, Progress, Radio, Stack, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download, ShieldCheck, Upload } from 'lucide-react'
import { useState } from 'react'
import { formatInstant } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { errorSentence } from '../../parts/error-sentence.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty, NoRight } from '../../parts/states.tsx'
import { useCairn, useRight } from '../../session/use-session.ts'
import { useStore } from '../../store.ts'
import style from './jobs.module.css'
import { type Job, type JobOutcome, jobs, outcomeOf, percentOf } from './jobs.ts'
import { startExport, startImport, type TransferTexts } from './run-transfer.ts'
import { startVerification, type VerificationTexts } from './run-verification.ts'
import { type TextKey, useTexts } from './texts.ts'
import type { VerificationFault, VerificationPart } from './verification-lines.ts'

const STATES: Readonly<Record<JobOutcome, readonly [words: TextKey, color: string]>> = {
  running: ['running', 'cairn'],
  done: ['done', 'cairn'],
  failed: ['failed', 'red'],
  cancelled: ['stopped', 'gray'],
  faults: ['faults found', 'red'],
}

const KINDS: Readonly<Record<Job['kind'], TextKey>> = {
  export: 'Export',
  import: 'Import',
  verification: 'Verification',
}

const VERIFICATION_PARTS: Readonly<Record<VerificationPart, TextKey>> = {
  versions: 'Versions',
  objects: 'Definitions, accounts and rights',
  seals: 'Seals of the audit trail',
}

function useVerificationTexts(): VerificationTexts {
  const t = useTexts()
  return {
    title: t('All records and the audit trail'),
    incomplete: t('The verification was interrupted. Start it again.'),
    failed: error => errorSentence(error, t),
    part: part => t(VERIFICATION_PARTS[part]),
    verified: ({ versions, events, head = '–', faults }) => {
      const checked = t(
        '{versions} {versions:version|versions} and {events} audit {events:event|events} were checked.',
        { versions, events },
      )
      const found =
        faults.length === 0
          ? t('All are as they were written.')
          : t('Faults: {count}.', { count: faults.length })
      return `${checked} ${found} ${t('End of the audit trail, to be kept elsewhere: {head}', { head })}`
    },
  }
}

function useTransferTexts(): TransferTexts {
  const t = useTexts()
  return {
    incomplete: t('The export is incomplete. Start it again.'),
    failed: error => errorSentence(error, t),
    noExport: t('This file is not an export of Cairn.'),
    exported: count => t('{count} {count:line was|lines were} written.', { count }),
    imported: (added, skipped, rejected) =>
      t('Added {added}, already present {skipped}, rejected {rejected}.', { added, skipped, rejected }),
  }
}

const SELECTIONS: readonly (readonly [selection: 'all' | 'ehrs' | 'query', words: TextKey])[] = [
  ['all', 'All records'],
  ['ehrs', 'Some EHRs'],
  ['query', 'EHRs of a query'],
]

function NewExport({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const t = useTexts()
  const cairn = useCairn()
  const texts = useTransferTexts()
  const [selection, setSelection] = useState<'all' | 'ehrs' | 'query'>('all')
  const [text, setText] = useState('')
  const starting = useMutation({
    mutationFn: async () => {
      const title = t(SELECTIONS.find(([each]) => each === selection)?.[1] ?? 'All records')
      const ehrIds = selection === 'ehrs' ? text.split(/\s+/).filter(id => id !== '') : []
      startExport(cairn, { title, ehrIds, q: selection === 'query' ? text.trim() : '' }, texts)
      onClose()
    },
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('Start export')}
      mutation={starting}
      isDisabled={selection !== 'all' && text.trim() === ''}
    >
      <Radio.Group
        label={t('What to export')}
        value={selection}
        onChange={chosen => setSelection(chosen as 'all' | 'ehrs' | 'query')}
      >
        <Stack gap="xs" mt="xs">
          {SELECTIONS.map(([value, words]) => (
            <Radio key={value} value={value} label={t(words)} />
          ))}
        </Stack>
      </Radio.Group>
      {selection === 'all' ? null : (
        <Textarea
          label={
            selection === 'ehrs'
              ? t('Ids of EHRs, one for each line')
              : t('AQL with a column of e/ehr_id/value')
          }
          autosize
          minRows={3}
          classNames={{ input: 'mono' }}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  )
}

/** More are not read on a screen. */
const MOST_SHOWN = 50

function Faults({ faults }: { readonly faults: readonly VerificationFault[] }) {
  const t = useTexts()
  return (
    <ul className={style['faults']}>
      {faults.slice(0, MOST_SHOWN).map(({ place, what, ehrId }) => (
        <li key={`${place} ${what}`}>
          <span className="mono">{place}</span> {what}{' '}
          {ehrId === undefined ? null : (
            <Link to="/ehrs/$ehrId" params={{ ehrId }}>
              {t('EHR')} <span className="mono">{ehrId.slice(0, 8)}…</span>
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

function JobView({ job }: { readonly job: Job }) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const percent = percentOf(job)
  const [words, color] = STATES[outcomeOf(job)]
  const name = t(KINDS[job.kind])
  return (
    <li className={style['job']}>
      <Group justify="space-between">
        <Group gap="xs">
          <b>
            {name}: {job.title}
          </b>
          <Badge color={color} variant="light">
            {t(words)}
          </Badge>
        </Group>
        <span className="dim">{formatInstant(job.startedAt, timeStyle)}</span>
      </Group>
      {job.state === 'running' ? (
        <Group gap="sm" wrap="nowrap">
          <Progress.Root className={style['progress']}>
            <Progress.Section value={percent ?? 100} animated={percent === undefined} aria-label={name} />
          </Progress.Root>
          <span>{percent === undefined ? '' : `${percent} %`}</span>
          <Button size="compact-sm" variant="default" onClick={job.cancel}>
            {t('Stop')}
          </Button>
        </Group>
      ) : null}
      {job.message === undefined ? null : (
        <Text size="sm" className={style['message']}>
          {job.message}
        </Text>
      )}
      {job.faults === undefined || job.faults.length === 0 ? null : <Faults faults={job.faults} />}
      {(job.rejected ?? []).slice(0, MOST_SHOWN).map(({ line, record, id, reason }) => (
        <Text size="sm" key={`${line} ${id}`}>
          <b>{t('Line {line}', { line })}</b> {record} <span className="mono">{id}</span> {reason}
        </Text>
      ))}
    </li>
  )
}

export function JobsScreen() {
  const t = useTexts()
  const cairn = useCairn()
  const isAdmin = useRight('api.admin')
  const texts = useTransferTexts()
  const verificationTexts = useVerificationTexts()
  const all = useStore(jobs)
  const [isExporting, setExporting] = useState(false)
  return (
    <>
      <PageHead title={t('Jobs')}>
        {isAdmin ? (
          <>
            <FileButton
              accept=".ndjson,application/x-ndjson"
              onChange={file => file && startImport(cairn, file, texts)}
            >
              {props => (
                <Button {...props} variant="default" leftSection={<Upload size={16} />}>
                  {t('Import a file')}
                </Button>
              )}
            </FileButton>
            <Button
              variant="default"
              leftSection={<ShieldCheck size={16} />}
              onClick={() => startVerification(cairn, verificationTexts)}
            >
              {t('Verify everything')}
            </Button>
            <Button leftSection={<Download size={16} />} onClick={() => setExporting(true)}>
              {t('New export')}
            </Button>
          </>
        ) : null}
      </PageHead>
      {!isAdmin ? (
        <NoRight right="api.admin" />
      ) : all.length === 0 ? (
        <Empty
          title={t('No jobs yet')}
          text={t(
            'Exports, imports and verifications run in this page. For very large ones use the command line: npx cairn export, npx cairn import, npx cairn verify.',
          )}
        />
      ) : (
        <ul className={style['jobs']}>
          {all.map(job => (
            <JobView key={job.id} job={job} />
          ))}
        </ul>
      )}
      <NewExport opened={isExporting} onClose={() => setExporting(false)} />
    </>
  )
}
