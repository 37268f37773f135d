import { useEffect } from 'react'
import { ViewsFace } from '#features/views/ui/views-face.tsx'
import { headerTool } from '#kit/header-tool.ts'
import { paths } from '#kit/paths.ts'
import { useMatch } from '#kit/router/router.tsx'
import { SearchFace } from '../palette/search-face.tsx'

export type Tool = 'views' | 'search'

/** The tools as they will stand there; what is pressed meanwhile opens as soon as it has come. */
export function ToolsAhead({ onAsk }: { onAsk: (tool: Tool) => void }) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isSearch = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
      if (!isSearch || event.altKey) return
      event.preventDefault()
      onAsk('search')
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [onAsk])
  const isOfPanel = useMatch(`${paths.dashboard()}/*`) !== null
  return (
    <>
      {isOfPanel && (
        <button
          type="button"
          aria-label="Vistas"
          aria-haspopup="menu"
          aria-expanded={false}
          className={headerTool}
          onClick={() => onAsk('views')}
        >
          <ViewsFace />
        </button>
      )}
      <button
        type="button"
        title="Ctrl K o ⌘ K"
        className={headerTool}
        onClick={() => onAsk('search')}
      >
        <SearchFace />
      </button>
    </>
  )
}
