/** Where the browser finds a stored picture: its path, with or without the folder that images are served from. */
export const imageAddress = (image: string): string => (/^(https?:)?\/|^blob:/.test(image) ? image : `/images/${image}`)
