CREATE TABLE "former_customers" (
	"user_id" uuid NOT NULL,
	"stripe_customer_id" text NOT NULL,
	CONSTRAINT "former_customers_user_id_stripe_customer_id_pk" PRIMARY KEY("user_id","stripe_customer_id"),
	CONSTRAINT "former_customers_stripe_customer_id_unique" UNIQUE("stripe_customer_id")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "trial_used_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "erasure_proofs" ADD COLUMN "customer_hashes" jsonb;--> statement-breakpoint
ALTER TABLE "former_customers" ADD CONSTRAINT "former_customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;