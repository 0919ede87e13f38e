/** The pages on which a person chooses the EHR and the episode for an app. */
import { html, type Reply } from '../../../http/index.ts'
import { hiddenFields, type PageContext, pageReply, timeText } from '../../../people/pages/index.ts'
import type { Client } from '../../clients/client.ts'
import type { EhrChoice, EpisodeChoice } from '../launch-records.ts'

interface ChoicePage {
  readonly client: Client
  readonly id: string
  readonly formToken: string
  readonly formTarget: string
}

export interface ChooseEhrPage extends ChoicePage {
  readonly searched: string | undefined
  readonly found: readonly EhrChoice[] | undefined
}

export function chooseEhrPage(context: PageContext, page: ChooseEhrPage): Reply {
  const { text, link } = context
  const { searched, found, formToken, id } = page
  const rows = found?.map(
    ({ ehrId, subject, patient }) =>
      html`<li><span class="what">${patient?.name ? html`<bdi>${patient.name}</bdi><br>` : ''}${[patient?.birthDate, subject ?? ehrId].filter(Boolean).join(' · ')}<br><span class="soft id">${ehrId}</span></span>
<form method="post" action="${link('/oauth/authorize/ehr')}">${hiddenFields({ form_token: formToken, request: id, ehr_id: ehrId })}<button type="submit" class="small">${text('open')}</button></form></li>`,
  )
  const result =
    rows &&
    (rows.length === 0
      ? html`<p class="note warn" role="status">${text('nothingFound', { text: searched ?? '' })}</p>`
      : html`<ul class="rows">${rows}</ul>`)
  const body = html`<div class="card"><h1>${text('chooseEhr')}</h1><p class="soft">${text('chooseEhrHelp', { client: page.client.name })}</p>
<form method="get" action="${link('/oauth/authorize/continue')}" role="search">${hiddenFields({ request: id })}<div class="inline"><div><label for="search">${text('patientNumber')}</label><input id="search" name="search" type="search" value="${searched ?? ''}" maxlength="200" autocomplete="off" spellcheck="false" required></div><button type="submit" class="quiet">${text('search')}</button></div></form>
${result}</div>`
  const reply = pageReply(
    context,
    { title: text('chooseEhr'), body, isWide: true },
    { formTargets: [page.formTarget] },
  )
  const people = found?.flatMap(({ patient }) => patient?.personId ?? []) ?? []
  // The audit trail lists the people whose data the page shows.
  return people.length === 0 ? reply : { ...reply, detail: { ehrs: people } }
}

export interface ChooseEpisodePage extends ChoicePage {
  readonly episodes: readonly EpisodeChoice[]
}

export function chooseEpisodePage(context: PageContext, page: ChooseEpisodePage): Reply {
  const { text, link } = context
  const rows = page.episodes.map(
    ({ episodeId, name, startsAt, endsAt }) =>
      html`<li><span class="what">${name}<br><span class="soft">${timeText(context, startsAt)}${endsAt && html` – ${timeText(context, endsAt)}`}</span></span>
<form method="post" action="${link('/oauth/authorize/episode')}">${hiddenFields({ form_token: page.formToken, request: page.id, episode_id: episodeId })}<button type="submit" class="small">${text('open')}</button></form></li>`,
  )
  const body = html`<div class="card"><h1>${text('chooseEpisode')}</h1><ul class="rows">${rows}</ul></div>`
  return pageReply(
    context,
    { title: text('chooseEpisode'), body, isWide: true },
    { formTargets: [page.formTarget] },
  )
}
