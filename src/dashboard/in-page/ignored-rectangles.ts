// Runs in the browser of the user: draws the ignored rectangles of a monitor on its preview.

/** Applies to [data-rectangles]. The number fields contain the rectangles. Without this script, the server draws them. */
export function ignoredRectangles(): void {
  const area = document.querySelector<HTMLElement>("[data-rectangles]");
  const list = area?.querySelector<HTMLElement>(".rectangles");
  if (!area || !list) return;
  const STEP_PX = 10;
  const MIN_PX = 4;
  const CORNER_PX = 14;
  type Box = { x: number; y: number; width: number; height: number };
  const sides = ["x", "y", "width", "height"] as const;

  const surface = area.querySelector<SVGSVGElement>("[data-surface]");
  const page = surface?.viewBox.baseVal ?? { width: Infinity, height: Infinity };
  const shapes = new Map<HTMLElement, SVGRectElement>();
  const rows = () => [...list.querySelectorAll<HTMLElement>("[data-rectangle]")];
  const inputsOf = (row: HTMLElement) => [...row.querySelectorAll<HTMLInputElement>("input")];
  const isEmpty = (row: HTMLElement) => inputsOf(row).every(({ value }) => value === "");

  const read = (row: HTMLElement): Box => {
    const [x = 0, y = 0, width = 0, height = 0] = inputsOf(row).map(
      // The field may contain text that is not a number.
      ({ value }) => Number(value) || 0,
    );
    return { x, y, width, height };
  };
  const write = (row: HTMLElement, box: Box) => {
    const width = Math.min(Math.max(box.width, 1), page.width);
    const height = Math.min(Math.max(box.height, 1), page.height);
    const x = Math.min(Math.max(box.x, 0), page.width - width);
    const y = Math.min(Math.max(box.y, 0), page.height - height);
    const values = { x, y, width, height };
    for (const [i, input] of inputsOf(row).entries())
      input.value = String(Math.round(values[sides[i] ?? "x"]));
    draw();
  };
  const clear = (row: HTMLElement) => {
    for (const input of inputsOf(row)) input.value = "";
    draw();
  };

  /** Returns the first empty row, or adds one. */
  const emptyRow = () => {
    const found = rows().find(isEmpty);
    const last = rows().at(-1);
    if (found !== undefined || last === undefined) return found;
    const row = last.cloneNode(true) as HTMLElement; // a clone has the type of its original
    const number = rows().length;
    for (const element of row.querySelectorAll("[name], [id], [for]"))
      for (const attribute of ["name", "id", "for"]) {
        const value = element.getAttribute(attribute);
        if (value !== null) element.setAttribute(attribute, value.replace(/\d+/, String(number)));
      }
    for (const fault of row.querySelectorAll(".fault")) fault.remove();
    for (const input of inputsOf(row)) {
      input.value = "";
      input.removeAttribute("aria-invalid");
      input.removeAttribute("aria-describedby");
    }
    const label = row.querySelector("[data-number]");
    if (label !== null) label.textContent = String(number + 1);
    list.append(row);
    return row;
  };

  const draw = () => {
    if (surface === null) return;
    for (const [i, row] of rows().entries()) {
      const box = read(row);
      const shape = shapes.get(row) ?? createShape(row);
      const isVisible = box.width > 0 && box.height > 0;
      shape.toggleAttribute("hidden", !isVisible);
      if (!isVisible) {
        shape.remove();
        continue;
      }
      if (!shape.isConnected) surface.append(shape);
      for (const side of sides) shape.setAttribute(side, String(box[side]));
      const place = `${box.width} × ${box.height} at ${box.x}, ${box.y}`;
      shape.setAttribute("aria-label", `Rectangle ${i + 1}, ${place}`);
    }
  };
  const createShape = (row: HTMLElement) => {
    const shape = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    const attributes = {
      tabindex: "0",
      role: "application",
      "aria-roledescription": "rectangle",
      "aria-describedby": "surface-help",
    };
    for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value);
    shapes.set(row, shape);
    return shape;
  };
  const rowOf = (shape: EventTarget | null) =>
    rows().find((row) => shape !== null && shapes.get(row) === shape);

  const pointAt = ({ clientX, clientY }: PointerEvent) => {
    const matrix = surface?.getScreenCTM()?.inverse();
    return new DOMPoint(clientX, clientY).matrixTransform(matrix);
  };
  const startDrag = (event: PointerEvent) => {
    if (surface === null || event.button !== 0) return;
    const from = pointAt(event);
    const grabbed = rowOf(event.target);
    // A finger on an empty place must scroll the page.
    const row = grabbed ?? (event.pointerType === "touch" ? undefined : emptyRow());
    if (row === undefined) return;
    event.preventDefault();
    const box = read(row);
    const scale = surface.getScreenCTM()?.a ?? 1;
    const atCorner =
      Math.hypot(box.x + box.width - from.x, box.y + box.height - from.y) < CORNER_PX / scale;
    const move = (next: PointerEvent) => {
      const to = pointAt(next);
      const [dx, dy] = [to.x - from.x, to.y - from.y];
      if (grabbed === undefined) {
        const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
        write(row, { x, y, width: Math.abs(dx), height: Math.abs(dy) });
      } else if (atCorner) write(row, { ...box, width: box.width + dx, height: box.height + dy });
      else write(row, { ...box, x: box.x + dx, y: box.y + dy });
    };
    const end = () => {
      surface.removeEventListener("pointermove", move);
      const { width, height } = read(row);
      // A click without a movement draws nothing.
      if (grabbed === undefined && (width < MIN_PX || height < MIN_PX)) clear(row);
      else shapes.get(row)?.focus();
    };
    surface.setPointerCapture(event.pointerId);
    surface.addEventListener("pointermove", move);
    surface.addEventListener("lostpointercapture", end, { once: true });
  };
  const pressKey = (event: KeyboardEvent) => {
    const row = rowOf(event.target);
    if (row === undefined) return;
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [-STEP_PX, 0],
      ArrowRight: [STEP_PX, 0],
      ArrowUp: [0, -STEP_PX],
      ArrowDown: [0, STEP_PX],
    };
    const move = moves[event.key];
    const box = read(row);
    if (event.key === "Delete" || event.key === "Backspace") {
      clear(row);
      area.querySelector<HTMLElement>("[data-add]")?.focus();
    } else if (move === undefined) return;
    else if (event.shiftKey)
      write(row, { ...box, width: box.width + move[0], height: box.height + move[1] });
    else write(row, { ...box, x: box.x + move[0], y: box.y + move[1] });
    event.preventDefault();
  };

  for (const shown of area.querySelectorAll<HTMLElement>("[data-remove], [data-surface-help]"))
    shown.hidden = false;
  for (const shape of surface?.querySelectorAll("rect") ?? []) shape.remove();
  draw();
  list.addEventListener("input", draw);
  surface?.addEventListener("pointerdown", startDrag);
  surface?.addEventListener("keydown", pressKey);
  area.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const row = button?.closest<HTMLElement>("[data-rectangle]");
    if (row) clear(row);
    if (button?.dataset["add"] === undefined) return;
    event.preventDefault();
    const added = emptyRow();
    if (added === undefined) return;
    if (surface === null) inputsOf(added)[0]?.focus();
    else {
      const [width, height] = [page.width / 4, Math.min(page.width / 8, page.height)];
      write(added, {
        x: page.width / 4,
        y: Math.min(page.width / 8, page.height / 2),
        width,
        height,
      });
      shapes.get(added)?.focus();
    }
  });
}
