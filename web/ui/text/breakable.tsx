/** An email address that breaks before its '@' rather than within a word. */
export function breakable(email: string) {
  const at = email.lastIndexOf('@')
  return at < 1 ? (
    email
  ) : (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  )
}
