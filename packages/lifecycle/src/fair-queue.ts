/**
 * Replaces pg-boss's choice of the next job, on its own tables, with one that is fair between clients. The statements are for one
 * transaction and may be repeated at every start. `queue.take_fairly(queues, turns, one_a_key)` takes one job from the first queue in which
 * the chosen client has a job, by priority and age. The client with the fewest running jobs in these queues is chosen; among several, the
 * one whose last turn is longest ago. A client is the job's group; jobs without a group count as belonging to one additional client. With
 * `one_a_key`, only one job at a time runs per `singleton_key`, or per video for jobs without a key.
 */
export const FAIR_QUEUE: readonly string[] = [
  // Replicas that start at the same time would otherwise create the same objects concurrently.
  "SELECT pg_advisory_xact_lock(hashtextextended('shoal fair queue', 0))",
  // Indexes the waiting jobs, by queue and client, and by their video.
  `CREATE INDEX IF NOT EXISTS shoal_job_turns ON queue.job (name, (coalesce(group_id, '')), priority DESC, created_on)
    WHERE state < 'active' AND NOT blocked`,
  `CREATE INDEX IF NOT EXISTS shoal_job_video ON queue.job ((data->>'videoUuid')) WHERE state < 'active'`,
  // One row per client and kind of turns. If a crash loses the rows, every client starts again with its first turn.
  `CREATE UNLOGGED TABLE IF NOT EXISTS queue.turn (
    turns text NOT NULL, client text NOT NULL, taken bigint NOT NULL, PRIMARY KEY (turns, client))`,
  "CREATE SEQUENCE IF NOT EXISTS queue.turn_number",
  `CREATE OR REPLACE FUNCTION queue.take_fairly(queues text[], turns_of text, one_a_key boolean)
  RETURNS SETOF queue.job LANGUAGE plpgsql AS $fair$
  #variable_conflict use_column
  DECLARE
    chosen text;
    queue_name text;
    running_keys text[];
  BEGIN
    -- Most looks find nothing, and then wait for nobody.
    IF NOT EXISTS (SELECT FROM queue.job j WHERE j.name = ANY(queues) AND j.state < 'active' AND NOT j.blocked
      AND j.start_after <= queue.job_now()) THEN RETURN; END IF;
    PERFORM pg_advisory_xact_lock(hashtextextended('shoal turns ' || turns_of, 0));
    IF one_a_key THEN
      running_keys := ARRAY(SELECT coalesce(j.singleton_key, j.data->>'videoUuid', '') FROM queue.job j
        WHERE j.name = ANY(queues) AND j.state = 'active');
    ELSE
      running_keys := '{}';
    END IF;
    FOR chosen IN
      WITH RECURSIVE waiting AS (
        SELECT q.name, q.place, (SELECT coalesce(j.group_id, '') FROM queue.job j
          WHERE j.name = q.name AND j.state < 'active' AND NOT j.blocked ORDER BY coalesce(j.group_id, '') LIMIT 1) AS client
        FROM unnest(queues) WITH ORDINALITY AS q (name, place)
        UNION ALL
        SELECT w.name, w.place, (SELECT coalesce(j.group_id, '') FROM queue.job j
          WHERE j.name = w.name AND j.state < 'active' AND NOT j.blocked AND coalesce(j.group_id, '') > w.client
          ORDER BY coalesce(j.group_id, '') LIMIT 1)
        FROM waiting w WHERE w.client IS NOT NULL
      ), clients AS (
        SELECT w.client, min(w.place) AS place FROM waiting w WHERE w.client IS NOT NULL GROUP BY w.client
      ), running AS (
        SELECT coalesce(j.group_id, '') AS client, count(*) AS jobs FROM queue.job j
        WHERE j.name = ANY(queues) AND j.state = 'active' GROUP BY 1
      )
      SELECT c.client FROM clients c LEFT JOIN running r ON r.client = c.client
        LEFT JOIN queue.turn t ON t.turns = turns_of AND t.client = c.client
      ORDER BY coalesce(r.jobs, 0), coalesce(t.taken, 0), c.place, c.client
    LOOP
      FOREACH queue_name IN ARRAY queues LOOP
        RETURN QUERY
          WITH next AS MATERIALIZED (
            SELECT j.id FROM queue.job j
            WHERE j.name = queue_name AND coalesce(j.group_id, '') = chosen AND j.state < 'active' AND NOT j.blocked
              AND j.start_after <= queue.job_now()
              AND (NOT one_a_key OR coalesce(j.singleton_key, j.data->>'videoUuid', '') <> ALL (running_keys))
            ORDER BY j.priority DESC, j.created_on LIMIT 1
            FOR UPDATE OF j SKIP LOCKED
          )
          UPDATE queue.job j SET
            state = 'active',
            started_on = queue.job_now(),
            heartbeat_on = queue.job_now(),
            retry_count = CASE WHEN j.started_on IS NOT NULL THEN j.retry_count + 1 ELSE j.retry_count END
          FROM next WHERE j.name = queue_name AND j.id = next.id
          RETURNING j.*;
        IF FOUND THEN
          INSERT INTO queue.turn (turns, client, taken) VALUES (turns_of, chosen, nextval('queue.turn_number'))
            ON CONFLICT (turns, client) DO UPDATE SET taken = excluded.taken;
          RETURN;
        END IF;
      END LOOP;
    END LOOP;
  END $fair$`,
];

/**
 * Claims a job. The parameters are the names of queues in the order of their turns for one client, a name for these turns, and
 * whether only one job per key may run.
 */
export const CLAIM_FAIRLY = `SELECT id, name, data, retry_count AS "retryCount", retry_limit AS "retryLimit",
  group_id AS "groupId", output FROM queue.take_fairly($1::text[], $2, $3)`;

/** A claimed job. The queue takes the job back after 10 s without a heartbeat. */
export interface FairJob {
  id: string;
  /** The name of the job's queue. */
  name: string;
  data: unknown;
  /** The number of the attempt, from 0. */
  retryCount: number;
  retryLimit: number;
  groupId: string | null;
  /** The error of the previous attempt. */
  output: unknown;
}
