/** Of the commands at the top of the panel, before their code has come and after. */
export const headerTool =
  'inline-flex h-8 items-center gap-2 rounded-control px-2 text-sm text-ink-muted hover:bg-sunken hover:text-ink'
