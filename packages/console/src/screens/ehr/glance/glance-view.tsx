/** The first page of an EHR: what somebody has to know before anything else. */
import { useTimeStyle } from '../../../display/use-time-style.ts'
import { Empty, Failure, Loading } from '../../../parts/states.tsx'
import { useKeptRecords, useRecordContents, useTimeline } from '../queries.ts'
import { useTexts } from '../texts.ts'
import { contactsOf } from '../timeline/contacts.ts'
import timeline from '../timeline/timeline.module.css'
import { ContactGroup } from '../timeline/timeline-view.tsx'
import { useClinical } from '../use-clinical.ts'
import { AlertsPanel, CurrentListPanel } from './current-list.tsx'
import { DraftsPanel } from './drafts-panel.tsx'
import style from './glance.module.css'
import { LaboratoryPanel } from './laboratory-panel.tsx'
import { Panel } from './panel.tsx'
import { VitalSignsPanel } from './vital-signs-panel.tsx'

/** Contacts on the first page. */
const MOST_CONTACTS = 4

function LastContacts({ ehrId }: { readonly ehrId: string }) {
  const t = useTexts()
  const { zone } = useTimeStyle()
  const { definitions } = useClinical()
  const { data, error } = useTimeline(ehrId, {}, definitions)
  const rows = data?.pages[0]?.rows ?? []
  const records = useRecordContents(
    ehrId,
    rows.map(({ uid }) => uid),
  )
  const contacts = contactsOf(rows, [], zone).slice(0, MOST_CONTACTS)
  return (
    <Panel title={t('Last contacts')} ehrId={ehrId} more="records">
      {error ? <Failure error={error} /> : null}
      {data === undefined && !error ? <Loading rows={4} /> : null}
      {data !== undefined && contacts.length === 0 ? <p className="dim">{t('Nothing recorded')}</p> : null}
      <ol className={timeline['days']}>
        {contacts.map(contact => (
          <ContactGroup key={contact.key} ehrId={ehrId} contact={contact} records={records.data} />
        ))}
      </ol>
    </Panel>
  )
}

export function GlanceView({ ehrId }: { readonly ehrId: string }) {
  const t = useTexts()
  const { definitions } = useClinical()
  const first = useTimeline(ehrId, {}, definitions).data?.pages[0]?.rows
  const kept = useKeptRecords(ehrId).data
  if (first?.length === 0 && kept?.length === 0)
    return (
      <>
        <DraftsPanel ehrId={ehrId} />
        <Empty title={t('No record yet')} text={t('This EHR has no compositions.')} />
      </>
    )
  return (
    <div className={style['glance']}>
      <AlertsPanel ehrId={ehrId} />
      <DraftsPanel ehrId={ehrId} />
      <div className={style['lists']}>
        <CurrentListPanel ehrId={ehrId} kind="problem" title={t('Problems')} />
        <CurrentListPanel ehrId={ehrId} kind="allergy" title={t('Allergies')} />
        <CurrentListPanel ehrId={ehrId} kind="medication" title={t('Medication')} />
      </div>
      <VitalSignsPanel ehrId={ehrId} />
      <LaboratoryPanel ehrId={ehrId} />
      <LastContacts ehrId={ehrId} />
    </div>
  )
}
