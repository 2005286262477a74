// Files imported as their text, which is Vite's doing.
declare module "*?raw" {
  const text: string;
  export default text;
}
