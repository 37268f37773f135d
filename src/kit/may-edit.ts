import { createContext, useContext } from 'react'

/** Whether who looks may change anything in the accounts: a member of a team who only looks, and a client, may not. The panel sets it. */
export const MayEdit = createContext(true)

export function useMayEdit(): boolean {
  return useContext(MayEdit)
}
