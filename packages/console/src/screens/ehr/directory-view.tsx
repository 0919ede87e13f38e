/** The directory as a tree of folders with links to what they hold. */
import { Link } from '@tanstack/react-router'
import { FileText, Folder as FolderIcon } from 'lucide-react'
import { listAt, nameOf, objectAt, type RmObject, textAt } from '../../display/rm-object.ts'
import { Empty, Wait } from '../../parts/states.tsx'
import style from './ehr.module.css'
import { useDirectory } from './queries.ts'
import { useTexts } from './texts.ts'

function FolderTree({ folder, ehrId }: { readonly folder: RmObject; readonly ehrId: string }) {
  const items = listAt(folder, 'items')
  const folders = listAt(folder, 'folders')
  return (
    <li>
      <span className={style['folder']}>
        <FolderIcon size={16} aria-hidden="true" /> {nameOf(folder)}
      </span>
      <ul className={style['tree']}>
        {folders.map(child => (
          <FolderTree key={nameOf(child)} folder={child} ehrId={ehrId} />
        ))}
        {items.map(item => {
          const uid = textAt(objectAt(item, 'id'), 'value') ?? ''
          return (
            <li key={uid} className={style['folder']}>
              <FileText size={15} aria-hidden="true" />
              <Link to="/ehrs/$ehrId/compositions/$uid" params={{ ehrId, uid }} className="mono">
                {uid}
              </Link>
            </li>
          )
        })}
      </ul>
    </li>
  )
}

export function DirectoryView({ ehrId, isThere }: { readonly ehrId: string; readonly isThere: boolean }) {
  const t = useTexts()
  const directory = useDirectory(ehrId, isThere)
  if (!isThere)
    return <Empty title={t('No directory')} text={t('The records of this EHR are not in folders.')} />
  return (
    <Wait query={directory}>
      {folder => (
        <ul className={style['tree']}>
          <FolderTree folder={folder} ehrId={ehrId} />
        </ul>
      )}
    </Wait>
  )
}
