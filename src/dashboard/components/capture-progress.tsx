// The progress of a capture in a form with data-capture. The script of the page shows it while the form is sent.

export function CaptureProgress() {
  return (
    <>
      <p class="progress" role="status" hidden>
        <span class="spinner" aria-hidden="true" />
        <span>
          Capturing… <span class="numeric" data-seconds aria-hidden="true" />
        </span>
        <button type="button" class="quiet compact">
          Cancel
        </button>
      </p>
      <p class="soft small" role="status" data-canceled hidden>
        Canceled. If the browser finishes the capture anyway, it is in your screenshots.
      </p>
    </>
  );
}
