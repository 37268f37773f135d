import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { classes } from '../class-names.ts'
import { TONE_CLASSES, type Tone } from './badge.tsx'
import { IconButton } from './icon-button.tsx'

/** A message across the page. Dangers are announced at once, the rest when the reader pauses. */
export function Banner(props: {
  tone: Tone
  title?: string
  onDismiss?: () => void
  actions?: ReactNode
  children: ReactNode
}) {
  const { tone, title, onDismiss, actions, children } = props
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={classes(
        'flex items-start gap-3 rounded-card border border-current/15 px-4 py-3',
        TONE_CLASSES[tone],
      )}
    >
      <div className="min-w-0 flex-1 text-pretty">
        {title && <p className="font-semibold">{title}</p>}
        <div>{children}</div>
        {actions && <div className="mt-2 flex flex-wrap gap-2">{actions}</div>}
      </div>
      {onDismiss && (
        <IconButton
          label="Cerrar aviso"
          icon={<X />}
          onClick={onDismiss}
          className="-my-1.5 -mr-2 text-current"
        />
      )}
    </div>
  )
}
