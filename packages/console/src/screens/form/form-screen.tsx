/** A new record of an EHR: the template is chosen first, then comes its form. */
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { language } from '../../language/language.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { NoRight, Wait } from '../../parts/states.tsx'
import { useRight, useSession } from '../../session/use-session.ts'
import { Banner } from '../ehr/banner.tsx'
import { useEhr } from '../ehr/queries.ts'
import { useOpt } from '../templates/queries.ts'
import { isoNow } from './iso-now.ts'
import { RecordForm } from './record-form.tsx'
import { TemplateChoice } from './template-choice.tsx'
import { isForRecords } from './template-use.ts'
import { useTexts } from './texts.ts'
import { newValues } from './values.ts'
import type { Opened } from './worker-messages.ts'

const route = getRouteApi('/ehrs/$ehrId/new')

/** The country of the reader's locale. */
const territory = (): string => new Intl.Locale(navigator.language).maximize().region ?? 'GB'

interface NewRecordProps {
  readonly ehrId: string
  readonly template: string
  readonly isText: boolean
  readonly draft: string | undefined
}

function NewRecord({ ehrId, template, isText, draft }: NewRecordProps) {
  const navigate = useNavigate()
  const { name } = useSession()
  const opt = useOpt(template)
  const begin = useCallback(
    ({ definition: { tree, language: own } }: Opened) =>
      newValues(
        tree.id,
        {
          composer: name,
          language: own || language.get(),
          territory: territory(),
          now: isoNow(new Date(), 'datetime'),
        },
        tree.children.some(({ rmType }) => rmType === 'EVENT_CONTEXT'),
      ),
    [name],
  )
  return (
    <Wait query={opt} rows={10}>
      {text => (
        <RecordForm
          key={template}
          target={{ ehrId, templateId: template }}
          opt={text}
          begin={begin}
          draftKey={`${name} ${ehrId} ${template}`}
          wanted={draft}
          isText={isText}
          show={asText =>
            void navigate({
              to: '/ehrs/$ehrId/new',
              params: { ehrId },
              search: { template, ...(asText ? { as: 'text' as const } : {}), ...(draft ? { draft } : {}) },
              replace: true,
            })
          }
        />
      )}
    </Wait>
  )
}

export function FormScreen() {
  const t = useTexts()
  const { ehrId } = route.useParams()
  const { template, as, draft } = route.useSearch()
  const ehr = useEhr(ehrId)
  const canWrite = useRight('api.write')
  return (
    <>
      {ehr.data ? <Banner {...ehr.data} /> : null}
      <PageHead title={t('New record')} {...(template === undefined ? {} : { state: template })} />
      {!canWrite ? (
        <NoRight right="api.write" />
      ) : template === undefined ? (
        <TemplateChoice
          isOffered={isForRecords}
          link={(id, className, children) => (
            <Link to="/ehrs/$ehrId/new" params={{ ehrId }} search={{ template: id }} className={className}>
              {children}
            </Link>
          )}
        />
      ) : (
        <NewRecord ehrId={ehrId} template={template} isText={as === 'text'} draft={draft} />
      )}
    </>
  )
}
