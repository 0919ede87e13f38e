/** The list of screens on a narrow screen. */
import { Drawer } from '@mantine/core'
import { useTexts } from '../language/use-texts.ts'
import style from './frame.module.css'
import { RailLinks } from './rail.tsx'

interface Props {
  readonly opened: boolean
  readonly onClose: () => void
}

export function NavigationDrawer({ opened, onClose }: Props) {
  const t = useTexts()
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size="15rem"
      title="Cairn"
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <nav className={style['drawer']} aria-label={t('Navigation')}>
        <RailLinks onFollow={onClose} />
      </nav>
    </Drawer>
  )
}
