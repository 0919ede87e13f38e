/** A record or a party that is being written, as a form or as text: draft, findings, lifecycle, commit. */
import { isCairnError } from '@cairn-ehr/client'
import type { Finding } from '@cairn-ehr/openehr'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { Lifecycle } from '@cairn-ehr/openehr/validate'
import { Alert, Badge, Button, Stack, Switch, Tabs, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { CircleAlert, Printer } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { Failure, Loading } from '../../parts/states.tsx'
import { useCairn, useSession } from '../../session/use-session.ts'
import type { Checked } from './checker.ts'
import { type Content, commit, isRecord, objectIdOf, type Target } from './commit.ts'
import { CopyForward } from './copy-forward.tsx'
import type { FormNode } from './definition.ts'
import { DraftNotices } from './draft-notices.tsx'
import type { SavedDraft } from './draft-saver.ts'
import type { FormDraft } from './drafts.ts'
import { findingsByPath, formPaths, homeOf } from './findings.ts'
import style from './form.module.css'
import { FormContext, type FormState } from './form-state.ts'
import { FormView } from './form-view.tsx'
import { anchorOf, labelOf, messageOf } from './labels.ts'
import { withSources } from './sources.ts'
import { formatOf } from './text-format.ts'
import { TextView } from './text-view.tsx'
import { type TextKey, useTexts } from './texts.ts'
import { useCheck, useOpenedForm } from './use-checked.ts'
import { type KeptDraft, useDraft } from './use-draft.ts'
import { useShowCommitted } from './use-show-committed.ts'
import type { FormValues } from './values.ts'
import type { Opened, Task } from './worker-messages.ts'

interface Props {
  readonly target: Target
  readonly opt: string
  /** The object that is changed. */
  readonly before?: RmObject
  /** The lifecycle of the version that is changed. */
  readonly lifecycle?: Lifecycle
  /** The beginning of a new object. */
  readonly begin: (opened: Opened) => FormValues
  readonly draftKey: string
  /** The draft of the server to go on with. */
  readonly wanted?: string | undefined
  readonly isText: boolean
  readonly show: (isText: boolean) => void
}

/** The field, or the nearest group around it that is drawn. */
function drawnAt(path: string): HTMLElement | null {
  const slash = path.lastIndexOf('/')
  return document.getElementById(anchorOf(path)) ?? (slash < 0 ? null : drawnAt(path.slice(0, slash)))
}

/** Goes to the field, and into it where it takes the keyboard. Closed groups around it are opened. */
function jumpTo(path: string): void {
  const element = drawnAt(path)
  const fold = element?.querySelector<HTMLElement>(':scope > legend > [aria-expanded="false"]')
  if (fold && element?.id !== anchorOf(path)) {
    flushSync(() => fold.click())
    jumpTo(path)
    return
  }
  element?.scrollIntoView({ block: 'center' })
  // The element of a group of radio buttons takes no focus itself.
  const control = element?.matches('div') ? element.querySelector('input') : element
  control?.focus()
}

/** More are told by their number. */
const MOST_LISTED = 8

interface SummaryProps {
  readonly findings: readonly Finding[]
  readonly homes: (finding: Finding) => string
  readonly labelAt: (path: string) => string
}

function Summary({ findings, homes, labelAt }: SummaryProps) {
  const t = useTexts()
  return (
    <Alert
      color="amber"
      variant="light"
      icon={<CircleAlert size={18} />}
      title={t('Please check these before you commit:')}
      className={style['summary']}
    >
      <ul>
        {findings.slice(0, MOST_LISTED).map(finding => (
          <li key={`${finding.path} ${finding.code} ${finding.message}`}>
            <button type="button" onClick={() => jumpTo(homes(finding))}>
              {`${labelAt(homes(finding))}: ${messageOf(finding, t)}`}
            </button>
          </li>
        ))}
      </ul>
      {findings.length > MOST_LISTED ? (
        <Text size="sm">{t('Findings: {count}', { count: findings.length })}</Text>
      ) : null}
    </Alert>
  )
}

/** The place that the draft is kept in, in one sentence. */
function DraftState({ isChanged, saved }: Pick<SideProps, 'isChanged' | 'saved'>) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const { kind } = useSession()
  if (!isChanged) return t('Nothing has been changed yet.')
  if (kind === 'client') return t('Not committed. The draft is kept until this page is closed.')
  if (saved?.state === 'failed' || saved?.state === 'elsewhere')
    return t('Not committed. The latest changes are in this window alone.')
  if (saved?.state === 'saved' && saved.savedAt !== undefined)
    return t('Not committed. The draft was saved on the server on {time}; only you can read it.', {
      time: formatIso(saved.savedAt, timeStyle),
    })
  return t('Saving the draft')
}

interface SideProps {
  readonly target: Target
  readonly draft: FormDraft
  readonly isChanged: boolean
  readonly saved: SavedDraft | undefined
  /** The offer to begin with the last record. */
  readonly copy: ReactNode
  readonly checked: Checked | undefined
  readonly error: Error | null
  readonly isPending: boolean
  readonly update: (change: Partial<FormDraft>) => void
  readonly commit: () => void
  readonly discard: () => void
}

/** `count`: undefined while the form is checked. */
function FindingCount({ count }: { readonly count: number | undefined }) {
  const t = useTexts()
  const isChecked = count !== undefined
  return (
    <div role="status">
      <Badge color={isChecked ? (count === 0 ? 'cairn' : 'amber') : 'gray'} variant="light">
        {isChecked ? (count === 0 ? t('No findings') : t('Findings: {count}', { count })) : t('Checking')}
      </Badge>
    </div>
  )
}

function commitWords(target: Target): TextKey {
  if (target.versionUid !== undefined) return 'Commit version'
  return isRecord(target) ? 'Commit record' : 'Commit entry'
}

function Side({
  target,
  draft,
  isChanged,
  saved,
  copy,
  checked,
  error,
  isPending,
  update,
  commit,
  discard,
}: SideProps) {
  const t = useTexts()
  const count = checked?.findings.length ?? 0
  // Nobody is reproached for what an untouched form lacks.
  const isUntouched = !isChanged && count > 0
  const isStale = isCairnError(error) && error.status === 412
  return (
    <aside className={style['side']}>
      <Stack gap="sm">
        {isUntouched ? null : <FindingCount count={checked?.findings.length} />}
        <Switch
          label={t('Incomplete: it will be finished later')}
          description={t('Values that the template requires may still be missing.')}
          checked={draft.lifecycle === 'incomplete'}
          onChange={event => update({ lifecycle: event.currentTarget.checked ? 'incomplete' : 'complete' })}
        />
        {copy}
        {isStale ? (
          <Alert color="amber" variant="light">
            {t(
              'Somebody has committed another version in the meantime. Your input is kept: open the latest version in another window and compare.',
            )}
          </Alert>
        ) : null}
        {error ? <Failure error={error} wordsOf={finding => messageOf(finding, t)} /> : null}
        <Button
          onClick={commit}
          loading={isPending}
          disabled={checked?.composition === undefined || count > 0}
        >
          {t(commitWords(target))}
        </Button>
        <Button variant="default" leftSection={<Printer size={15} />} onClick={() => print()}>
          {t('Print')}
        </Button>
        {isChanged ? (
          <Button variant="subtle" color="gray" onClick={discard}>
            {t('Discard draft')}
          </Button>
        ) : null}
        <Text size="xs" c="dimmed">
          <DraftState {...{ isChanged, saved }} />
        </Text>
      </Stack>
    </aside>
  )
}

interface OpenProps extends Props {
  readonly opened: Opened
  readonly worker: ReturnType<typeof useOpenedForm>['worker']
}

/** The task that checks the draft as it is shown. */
function useTask(draft: FormDraft, isText: boolean, now: string): Task | undefined {
  const { values, text, lifecycle } = draft
  return useMemo((): Task | undefined => {
    if (!isText) return { kind: 'check', values, lifecycle, now }
    const format = formatOf(text)
    return format === undefined ? undefined : { kind: 'checkText', text, format, lifecycle, now }
  }, [isText, values, text, lifecycle, now])
}

const NO_FINDINGS: readonly Finding[] = []

/** The values with what nobody fills in by hand. */
function useWholeValues(target: Target, values: FormValues, tree: FormNode): FormValues {
  const kind = isRecord(target) ? undefined : target.kind
  const uid = objectIdOf(target.versionUid) ?? values[`${tree.id}/_uid`]
  return useMemo(() => {
    if (kind === undefined || typeof uid !== 'string') return values
    const relationships = tree.children.filter(({ rmType }) => rmType === 'PARTY_RELATIONSHIP')
    const paths = relationships.map(({ id }) => `${tree.id}/${id}`)
    return withSources(values, paths, { kind, uid })
  }, [kind, uid, values, tree])
}

/** Commits the draft as it is shown, and opens the version that was made. */
function useCommit({ target, isText }: OpenProps, { draft, end }: KeptDraft, checked: Checked | undefined) {
  const cairn = useCairn()
  const show = useShowCommitted(target)
  return useMutation({
    mutationFn: () => {
      const format = formatOf(draft.text)
      const content: Content =
        isText && format !== undefined
          ? { kind: 'text', text: draft.text, format }
          : { kind: 'object', object: checked?.composition ?? {} }
      return commit(cairn, target, content, draft.lifecycle)
    },
    onSuccess: async uid => {
      await end()
      await show(uid)
    },
  })
}

/** State that the fields of the form share, and the node at each path. */
function useFormState(
  { definition: { tree, fields, language } }: Opened,
  { draft, isChanged, latest, update }: KeptDraft,
  findings: readonly Finding[],
) {
  const { values, asked } = draft
  const paths = useMemo(() => formPaths(tree, values, asked), [tree, values, asked])
  const state: FormState = {
    values,
    language,
    fields,
    asked,
    // A form that nobody has touched reproaches nobody.
    findings: useMemo(
      () => findingsByPath(isChanged ? findings : NO_FINDINGS, paths, tree.id),
      [isChanged, findings, paths, tree.id],
    ),
    setValues: change => update({ values: change(latest().values) }),
    ask: (path, count) => update({ asked: new Map(asked).set(path, count) }),
  }
  return { state, paths }
}

function OpenForm(props: OpenProps) {
  const { target, opt, opened, worker, draftKey, wanted, isText, show } = props
  const t = useTexts()
  const { tree, language } = opened.definition
  const kept = useDraft(props)
  const { draft, isChanged, update } = kept
  const [now] = useState(() => new Date().toISOString())
  const values = useWholeValues(target, draft.values, tree)
  const checked = useCheck(worker, useTask({ ...draft, values }, isText, now))
  const committing = useCommit(props, kept, checked)
  const findings = checked?.findings ?? NO_FINDINGS
  const { state, paths } = useFormState(opened, kept, findings)
  return (
    <Tabs value={isText ? 'text' : 'form'} onChange={chosen => show(chosen === 'text')} keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="form">{t('Form')}</Tabs.Tab>
        <Tabs.Tab value="text">{t('Pasted text')}</Tabs.Tab>
      </Tabs.List>
      <div className={style['columns']}>
        <div>
          <DraftNotices {...{ target, draftKey, kept, wanted }} />
          <Tabs.Panel value="form">
            {!isText && findings.length > 0 && isChanged ? (
              <Summary
                findings={findings}
                homes={finding => homeOf(finding, paths, tree.id)}
                labelAt={path => labelOf(paths.get(path) ?? tree, language, t)}
              />
            ) : null}
            <FormContext value={state}>
              <FormView tree={tree} />
            </FormContext>
          </Tabs.Panel>
          <Tabs.Panel value="text">
            <TextView text={draft.text} findings={findings} onChange={text => update({ text })} />
          </Tabs.Panel>
        </div>
        <Side
          target={target}
          draft={draft}
          isChanged={isChanged}
          checked={checked}
          error={committing.error}
          isPending={committing.isPending}
          update={update}
          commit={() => committing.mutate()}
          saved={kept.saved}
          copy={
            isRecord(target) && target.versionUid === undefined && worker && !isText ? (
              <CopyForward target={target} opt={opt} worker={worker} kept={kept} />
            ) : null
          }
          discard={() => void kept.end()}
        />
      </div>
    </Tabs>
  )
}

export function RecordForm(props: Props) {
  const { opened, error, worker } = useOpenedForm(props.opt, props.before)
  if (error) return <Failure error={error} />
  return opened ? <OpenForm {...props} opened={opened} worker={worker} /> : <Loading rows={10} />
}
