import { PanelShell } from './panel-shell.tsx'
import { SidebarContent } from './sidebar-content.tsx'

export function DashboardShell() {
  return <PanelShell sidebar={(close) => <SidebarContent close={close} />} />
}
