// Reads the page sizes and drawing commands of a PDF by Chromium.

export type Pdf = {
  /** The width and height of each page in points. */
  pages: [width: number, height: number][];
  /** Returns the drawing commands of all pages. */
  drawing: () => Promise<string>;
};

export function readPdf(file: Uint8Array<ArrayBuffer>): Pdf {
  const text = new TextDecoder("latin1").decode(file);
  const pages = [...text.matchAll(/\/Type \/Page\b(?!s)[^]*?\/MediaBox \[([\d. -]+)\]/g)].map(
    ([, box = ""]): [number, number] => {
      const [left = 0, bottom = 0, right = 0, top = 0] = box.trim().split(/\s+/).map(Number);
      return [right - left, top - bottom];
    },
  );
  return { pages, drawing: () => readStreams(file, text) };
}

async function readStreams(file: Uint8Array<ArrayBuffer>, text: string): Promise<string> {
  let commands = "";
  for (const match of text.matchAll(/<<([^>]*\/Length (\d+)[^>]*)>>\s*stream\r?\n/g)) {
    const [head, dictionary = "", length] = match;
    if (!dictionary.includes("/FlateDecode")) continue;
    const start = match.index + head.length;
    commands += await inflate(file.slice(start, start + Number(length)));
  }
  return commands;
}

async function inflate(packed: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new TextDecoder("latin1").decode(await new Response(stream).arrayBuffer());
}
