/** A filter as people read it: each member with its values. */
import type { Subscription } from '@cairn-ehr/client'
import { type FilterMember, filterParts } from './subscription-state.ts'
import style from './subscriptions.module.css'
import { type TextKey, useTexts } from './texts.ts'

const MEMBERS: Readonly<Record<FilterMember, TextKey>> = {
  type: 'Types of events',
  template_id: 'Templates',
  archetype_id: 'Archetypes',
  ehr_id: 'EHRs',
  tag: 'Tags',
}

export function FilterWords({ filter }: Pick<Subscription, 'filter'>) {
  const t = useTexts()
  const parts = filterParts(filter)
  if (parts.length === 0) return t('All changes')
  return parts.map(([member, values]) => (
    <div key={member} className={style['address']}>
      {/* Types are the first thing that people look for, and are recognised without a label. */}
      {member === 'type' ? null : <span className="dim">{t(MEMBERS[member])}: </span>}
      {values}
    </div>
  ))
}
