/**
 * Names of a form's boxes that hold half a day, or one that no calendar has. To whoever asks for their value they are empty, so that
 * what is sent would take away the day that is stored.
 */
export const halfDates = (form: HTMLFormElement | null): string[] =>
  [...(form?.elements ?? [])].flatMap((box) =>
    box instanceof HTMLInputElement && box.type === 'date' && box.validity.badInput ? box.name : [],
  )
