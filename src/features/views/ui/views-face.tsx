import Bookmark from 'lucide-react/icons/bookmark'

/** What the button of the saved views shows; drawn before its menu has come as well. */
export function ViewsFace() {
  return (
    <>
      <Bookmark aria-hidden="true" className="size-4" />
      <span className="max-sm:hidden">Vistas</span>
    </>
  )
}
