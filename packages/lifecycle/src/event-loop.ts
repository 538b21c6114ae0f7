/**
 * The interval of the timer that measures delays of the event loop, in ms. Values of `nodejs_eventloop_lag_*` include it. At 10 ms, the
 * default, the timer alone takes 0.33 % of a core in each process; at 100 ms 0.06 %.
 */
export const EVENT_LOOP_PRECISION_MS = 100;
