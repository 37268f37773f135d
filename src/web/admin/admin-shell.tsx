import { useState } from 'react'
import { PanelShell } from '../layout/panel-shell.tsx'
import { AdminMenu } from './admin-menu.tsx'

const STORAGE_KEY = 'admin-menu'

/** The frame of the administrators' pages; its menu folds to icons and stays so. */
export function AdminShell() {
  const [isNarrow, setNarrow] = useState(wasNarrow)
  const fold = () => {
    remember(!isNarrow)
    setNarrow(!isNarrow)
  }
  return (
    <PanelShell
      isNarrow={isNarrow}
      sidebar={(close) => (
        <AdminMenu isNarrow={isNarrow && !close} close={close} onFold={close ? undefined : fold} />
      )}
    />
  )
}

function wasNarrow(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'narrow'
  } catch {
    return false
  }
}

function remember(isNarrow: boolean) {
  try {
    localStorage.setItem(STORAGE_KEY, isNarrow ? 'narrow' : 'wide')
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
