import { useQuery } from '@tanstack/react-query'
import BookmarkPlus from 'lucide-react/icons/bookmark-plus'
import Link from 'lucide-react/icons/link'
import { Suspense, useState } from 'react'
import { Menu, MenuItem, MenuLabel } from '#kit/components/menu.tsx'
import { toast } from '#kit/components/toast.tsx'
import { headerTool } from '#kit/header-tool.ts'
import { late } from '#kit/late.tsx'
import { queryOf } from '#kit/query.ts'
import { useNavigate } from '#kit/router/router.tsx'
import { listViews } from '../contract.ts'
import { ViewsFace } from './views-face.tsx'

const ViewsDialog = late(() => import('./views-dialog.tsx').then((module) => module.ViewsDialog))

/** Screens kept under a name, and the link of this one: range, filters and order are in its address. */
export function ViewsMenu({ opensAtOnce }: { opensAtOnce: boolean }) {
  const navigate = useNavigate()
  // Read when it is opened: a screen at rest must not find out by itself that its session has ended.
  const [isAsked, setAsked] = useState(false)
  const views = useQuery({ ...queryOf(listViews, {}), enabled: isAsked })
  const [isSaving, setSaving] = useState(false)
  const open = views.data?.filter(({ isGone }) => !isGone) ?? []
  return (
    <>
      <Menu
        label="Vistas"
        onOpen={() => setAsked(true)}
        opensAtOnce={opensAtOnce}
        trigger={<ViewsFace />}
        triggerClass={headerTool}
      >
        <MenuItem icon={<BookmarkPlus aria-hidden="true" />} onSelect={() => setSaving(true)}>
          Guardar o borrar vistas…
        </MenuItem>
        <MenuItem icon={<Link aria-hidden="true" />} onSelect={() => void copyLink()}>
          Copiar enlace
        </MenuItem>
        {open.length > 0 && (
          <>
            <hr className="my-1 border-line" />
            <MenuLabel>Tus vistas</MenuLabel>
            {open.map(({ id, name, address }) => (
              <MenuItem key={id} onSelect={() => navigate(address)}>
                <span className="max-w-72 truncate">{name}</span>
              </MenuItem>
            ))}
          </>
        )}
      </Menu>
      {isSaving && (
        <Suspense>
          <ViewsDialog onClose={() => setSaving(false)} />
        </Suspense>
      )}
    </>
  )
}

async function copyLink() {
  const { href } = window.location
  try {
    await navigator.clipboard.writeText(href)
    toast({ title: 'Enlace copiado', description: 'Con su periodo, filtros y orden.' })
  } catch {
    // Refused, or a page without encryption: the link is shown to be copied by hand.
    toast({ title: 'Este es el enlace', description: href })
  }
}
