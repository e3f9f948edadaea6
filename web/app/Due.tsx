import { useEffect, useState } from 'react'
import { useProfile } from '../calls/session.ts'
import { AddSecondFactor } from './AddSecondFactor.tsx'
import { OwnPassword } from './OwnPassword.tsx'

/** What an admin has to do before anything else is open: first a password of their own, then the second factor. */
export default function Due({ onDone }: { onDone: () => void }) {
  const profile = useProfile().data
  // Stays after the factor was added: its recovery codes are still to be read.
  const [isAdding, setAdding] = useState(false)
  if (!isAdding && profile?.must_add_second_factor) setAdding(true)
  const isOver = profile !== undefined && !profile.must_change_password && !isAdding
  useEffect(() => {
    if (isOver) onDone()
  }, [isOver, onDone])
  if (profile?.must_change_password) return <OwnPassword />
  return isAdding && <AddSecondFactor onDone={onDone} />
}
