// Declares imports with ?raw, for which Vite returns the text of the file.
declare module "*?raw" {
  const text: string;
  export default text;
}
