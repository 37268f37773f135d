import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useRef } from 'react'
import { useModal } from '#kit/components/dialog.tsx'
import { IconButton } from '#kit/components/icon-button.tsx'
import { useLocation } from '#kit/router/router.tsx'

/** The sidebar as a modal drawer; following any of its links closes it. */
export function SlideMenu(props: {
  onClose: () => void
  children: (close: ReactNode) => ReactNode
}) {
  const { onClose, children } = props
  const ref = useModal(onClose)
  const { key } = useLocation()
  const openedAt = useRef(key)
  useEffect(() => {
    if (key !== openedAt.current) onClose()
  }, [key, onClose])
  return (
    <dialog
      ref={ref}
      aria-label="Menú del panel"
      className="m-0 h-dvh max-h-none w-72 max-w-[85vw] animate-rise border-r border-line bg-surface text-ink shadow-floating md:hidden"
    >
      {children(<IconButton label="Cerrar menú" icon={<X />} onClick={onClose} />)}
    </dialog>
  )
}
