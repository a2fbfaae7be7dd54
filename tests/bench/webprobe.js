/** Measures inside of a page. Runs before the page's own scripts, so it must not refer to other code of this file. */

/** Installs `globalThis.bench` in a page. */
export function installProbe() {
  const frame = requestAnimationFrame.bind(globalThis);
  const transcript = () => document.querySelector('[data-testid=transcript]');
  const bench = {
    usableAt: undefined,
    paintedMs: undefined,
    keys: [],
    longTasks: [],
    shifts: 0,
    arrived: [],
    shown: [],
    most: 0,
    idle: { frames: 0, timers: 0 },
    /** Resets the measurements, and reads the transcript in each frame until `stop`. */
    start() {
      Object.assign(bench, { keys: [], longTasks: [], shifts: 0, arrived: [], shown: [], most: 0, isOn: true });
      look();
    },
    stop() {
      bench.isOn = false;
    },
    /** Waits until the turn with this id is painted after the last click. */
    untilPainted(turn) {
      return new Promise((resolve) => {
        const next = () => {
          const isThere = transcript()?.querySelector(`[data-turn-id="${turn}"] [data-testid=turn-usage]`);
          if (isThere) afterPaint((at) => resolve(at - bench.clickedAt));
          else frame(next);
        };
        next();
      });
    },
  };
  globalThis.bench = bench;

  function afterPaint(then) {
    frame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => then(performance.now());
      port2.postMessage(0);
    });
  }

  /** Returns the number in the last delta that contains one. */
  function lastNumber(text) {
    for (let at = text.lastIndexOf('w'); at >= 0; at = at > 0 ? text.lastIndexOf('w', at - 1) : -1) {
      const number = /^w(\d{5})/.exec(text.slice(at, at + 6));
      if (number) return Number(number[1]);
    }
    return undefined;
  }

  function look() {
    if (!bench.isOn) return;
    const place = transcript();
    if (place) {
      bench.most = Math.max(bench.most, place.getElementsByTagName('*').length);
      const rows = place.querySelectorAll('[data-testid=assistant-text]');
      const number = lastNumber(
        (rows[rows.length - 2]?.textContent ?? '') + (rows[rows.length - 1]?.textContent ?? ''),
      );
      if (number !== undefined && number > (bench.shown.at(-1)?.number ?? -1))
        afterPaint((at) => bench.shown.push({ number, at }));
    }
    frame(look);
  }

  const untilUsable = () => {
    const box = document.querySelector('textarea');
    const isUsable = box && !box.disabled && !box.readOnly && box.getBoundingClientRect().height > 0;
    if (isUsable)
      afterPaint((at) => {
        bench.usableAt = at;
        console.debug('usable');
      });
    else frame(untilUsable);
  };
  frame(untilUsable);

  addEventListener('click', ({ timeStamp }) => (bench.clickedAt = timeStamp), true);
  addEventListener('keydown', ({ timeStamp }) => afterPaint((at) => bench.keys.push(at - timeStamp)), true);
  const observe = (type, each) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
  observe('longtask', ({ duration }) => bench.longTasks.push(duration));
  observe('layout-shift', ({ value, hadRecentInput }) => (bench.shifts += hadRecentInput ? 0 : value));

  const own = globalThis.WebSocket;
  globalThis.WebSocket = class extends own {
    constructor(...args) {
      super(...args);
      this.addEventListener('message', ({ data }) => {
        const number = bench.isOn && typeof data === 'string' ? lastNumber(data) : undefined;
        if (number !== undefined) bench.arrived.push({ number, at: performance.now() });
      });
    }
  };

  globalThis.requestAnimationFrame = (callback) => {
    bench.idle.frames += 1;
    return frame(callback);
  };
  for (const name of ['setTimeout', 'setInterval']) {
    const set = globalThis[name].bind(globalThis);
    globalThis[name] = (callback, ms = 0, ...rest) => {
      if (ms < 1_000) bench.idle.timers += 1;
      return set(callback, ms, ...rest);
    };
  }
  bench.path = location.pathname;
}
