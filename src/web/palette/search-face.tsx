/** What the button of the palette shows; drawn before its code has come as well. */
export function SearchFace() {
  return (
    <>
      Buscar
      <span aria-hidden="true" className="font-mono text-xs max-sm:hidden">
        Ctrl K
      </span>
    </>
  )
}
