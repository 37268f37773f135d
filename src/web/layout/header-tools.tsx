import { ViewsMenu } from '#features/views/ui/views-menu.tsx'
import { paths } from '#kit/paths.ts'
import { useMatch } from '#kit/router/router.tsx'
import { HotKeys } from '../palette/hot-keys.tsx'
import type { Tool } from './tools-ahead.tsx'

/** What comes once the first view is there: saved views, and the search with its keys. */
export function HeaderTools({ asked }: { asked: Tool | null }) {
  const isOfPanel = useMatch(`${paths.dashboard()}/*`) !== null
  return (
    <>
      {isOfPanel && <ViewsMenu opensAtOnce={asked === 'views'} />}
      <HotKeys opensAtOnce={asked === 'search'} />
    </>
  )
}
