/** The forms of people, organisations and other parties: a new one, and the next version of one. */
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { Lifecycle } from '@cairn-ehr/openehr/validate'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { LocalParty } from '../../display/party-ref.ts'
import { isIncomplete, templateIdOf } from '../../display/rm-object.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty, NoRight, Wait } from '../../parts/states.tsx'
import { useRight, useSession } from '../../session/use-session.ts'
import { kindOf } from '../demographics/demographics-search.ts'
import type { ReadParty } from '../demographics/party.ts'
import { identityText } from '../demographics/party-view.ts'
import { useParty, usePartyVersion } from '../demographics/queries.ts'
import { useOpt, useTemplates } from '../templates/queries.ts'
import { PartyDrafts } from './party-drafts.tsx'
import { RecordForm } from './record-form.tsx'
import { TemplateChoice } from './template-choice.tsx'
import { partyKindOf } from './template-use.ts'
import { useTexts } from './texts.ts'
import type { FormValues } from './values.ts'
import type { Opened } from './worker-messages.ts'

const newRoute = getRouteApi('/demographics/new')
const editRoute = getRouteApi('/demographics/$kind/$uid/edit')

/** A new party has its id from the form, since its relationships name it. */
const beginParty = ({ definition: { tree } }: Opened): FormValues => ({
  [`${tree.id}/_uid`]: crypto.randomUUID(),
})

const asSearch = (isText: boolean, draft: string | undefined) => ({
  ...(isText ? { as: 'text' as const } : {}),
  ...(draft ? { draft } : {}),
})

interface NewPartyProps {
  readonly template: string
  readonly isText: boolean
  readonly draft: string | undefined
}

function NewParty({ template, isText, draft }: NewPartyProps) {
  const t = useTexts()
  const navigate = useNavigate()
  const { name } = useSession()
  const opt = useOpt(template)
  const templates = useTemplates()
  return (
    <Wait query={templates}>
      {all => {
        const kind = all.filter(each => each.template_id === template).map(partyKindOf)[0]
        if (kind === undefined) return <Empty title={t('No template')} />
        return (
          <Wait query={opt} rows={10}>
            {text => (
              <RecordForm
                key={template}
                target={{ kind, templateId: template }}
                opt={text}
                begin={beginParty}
                draftKey={`${name} ${kind} ${template}`}
                wanted={draft}
                isText={isText}
                show={asText =>
                  void navigate({
                    to: '/demographics/new',
                    search: { template, ...asSearch(asText, draft) },
                    replace: true,
                  })
                }
              />
            )}
          </Wait>
        )
      }}
    </Wait>
  )
}

export function NewPartyScreen() {
  const t = useTexts()
  const { template, as, draft } = newRoute.useSearch()
  const canWrite = useRight('people.write')
  if (!canWrite) return <NoRight right="person-*.c" />
  return (
    <>
      <PageHead title={t('New entry')} {...(template === undefined ? {} : { state: template })} />
      {template === undefined ? <PartyDrafts /> : null}
      {template === undefined ? (
        <TemplateChoice
          isOffered={each => partyKindOf(each) !== undefined}
          link={(id, className, children) => (
            <Link to="/demographics/new" search={{ template: id }} className={className}>
              {children}
            </Link>
          )}
        />
      ) : (
        <NewParty template={template} isText={as === 'text'} draft={draft} />
      )}
    </>
  )
}

const NOTHING = (): FormValues => ({})

interface ChangedProps {
  readonly at: LocalParty
  readonly party: RmObject
  readonly versionUid: string
  readonly lifecycle: Lifecycle
  readonly isText: boolean
  readonly draft: string | undefined
}

function ChangedParty({ at, party, versionUid, lifecycle, isText, draft }: ChangedProps) {
  const navigate = useNavigate()
  const { name } = useSession()
  const templateId = templateIdOf(party) ?? ''
  const opt = useOpt(templateId)
  return (
    <Wait query={opt} rows={10}>
      {text => (
        <RecordForm
          target={{ kind: at.kind, templateId, versionUid }}
          opt={text}
          before={party}
          lifecycle={lifecycle}
          begin={NOTHING}
          draftKey={`${name} ${versionUid}`}
          wanted={draft}
          isText={isText}
          show={asText =>
            void navigate({
              to: '/demographics/$kind/$uid/edit',
              params: at,
              search: asSearch(asText, draft),
              replace: true,
            })
          }
        />
      )}
    </Wait>
  )
}

interface ReadProps {
  readonly at: LocalParty
  readonly read: ReadParty
  readonly isText: boolean
  readonly draft: string | undefined
}

function Changed({ at, read, isText, draft }: ReadProps) {
  const t = useTexts()
  const { party, versions, person } = read
  const [latest] = versions
  const version = usePartyVersion(latest?.uid)
  if (!party || !latest) return <Empty title={t('Deleted')} />
  return (
    <>
      <PageHead title={t('Change entry')} state={person?.name || identityText(party)} />
      {templateIdOf(party) === undefined ? (
        <Empty
          title={t('No template')}
          text={t('This entry names no template, so there is no form for it.')}
        />
      ) : (
        <Wait query={version} rows={10}>
          {({ lifecycle_state }) => (
            <ChangedParty
              at={at}
              party={party as RmObject}
              versionUid={latest.uid}
              lifecycle={isIncomplete({ lifecycle_state }) ? 'incomplete' : 'complete'}
              isText={isText}
              draft={draft}
            />
          )}
        </Wait>
      )}
    </>
  )
}

export function EditPartyScreen() {
  const t = useTexts()
  const { kind, uid } = editRoute.useParams()
  const { as, draft } = editRoute.useSearch()
  const canChange = useRight('people.merge')
  const at: LocalParty = { kind: kindOf(kind), uid }
  const read = useParty(at, undefined, canChange)
  if (!canChange) return <NoRight right="person-*.u" />
  return (
    <Wait query={read} heading={t('Change entry')}>
      {found => <Changed at={at} read={found} isText={as === 'text'} draft={draft} />}
    </Wait>
  )
}
